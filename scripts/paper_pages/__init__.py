"""Pages on the published experiments: what the papers print beside what the plans find."""
