// The screens in the order of the work, and which of them lacks something. The address of a screen is the part of the
// page's address after '#', so that back, forward and reload work.
import { useEffect, useState } from '../preact.js';
import { acceptedBy, activeAlternative, columnsWithRole } from '../state/project.js';

export const steps = /** @type {const} */ (['data', 'roles', 'risk', 'protect', 'compare', 'release']);
export const others = /** @type {const} */ (['tables', 'databases', 'jobs']);

/** @typedef {typeof steps[number] | typeof others[number]} Screen */

/** @returns {Screen} */
function screenNow() {
  const wanted = location.hash.slice(1);
  return /** @type {Screen} */ ([...steps, ...others].find((each) => each === wanted) ?? 'data');
}

export function useScreen() {
  const [screen, setScreen] = useState(screenNow);
  useEffect(() => {
    const changed = () => {
      setScreen(screenNow());
      document.getElementById('work')?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return screen;
}

/** What is missing in a step: a key of text.steps.missing, or nothing.
 * @param {Screen} screen
 * @param {Project} project
 * @param {any} inspected
 * @param {Warning[]} warnings
 * @returns {'' | 'file' | 'roles' | 'steps' | 'warnings'} */
export function missingIn(screen, project, inspected, warnings) {
  if (screen === 'data') return project.file ? '' : 'file';
  if (!project.file || !inspected) return '';
  if (screen === 'roles') return columnsWithRole(project, inspected, ['quasi-identifier', 'confidential']).length === 0 || !project.rolesSeen ? 'roles' : '';
  if (screen === 'protect') return activeAlternative(project).steps.length === 0 ? 'steps' : '';
  if (screen === 'release') return warnings.filter((warning) => warning.grade === 'stop').length > acceptedBy(project).length ? 'warnings' : '';
  return '';
}
