// Types of what the pages keep and of what the program answers, for the type checker alone.

/** A parameter as the registry describes it. */
interface Param {
  name: string;
  kind: 'number' | 'integer' | 'flag' | 'choice' | 'text' | 'texts' | 'columns' | 'pairs' | 'table' | 'tree';
  default: any;
  lower: number | null;
  upper: number | null;
  choices: string[];
  unit: string;
  doc: string;
  dial: 'none' | 'more is safer' | 'less is safer';
  logarithmic?: boolean;
}

/** A method, measure, protection, rule or job of the registry. */
interface Entry {
  name: string;
  title: string;
  summary: string;
  parameters: Param[];
  family?: string;
  accepts?: string[];
  random?: boolean;
  side?: 'risk' | 'utility' | 'both';
  better?: 'higher' | 'lower';
  needs_mapping?: boolean;
  range?: string;
  reference?: string;
  notes?: string;
  example?: string;
  safety_range?: boolean;
  page?: Record<string, string>;
}

interface Registry {
  version: string;
  jobs: Entry[];
  methods: Entry[];
  measures: Entry[];
  protections: Entry[];
  rules: Entry[];
  query_jobs?: Entry[];
  samples?: any[];
}

interface Session {
  version: string;
  folder: string;
  name: string;
  upload_limit: number;
  formats: { read: string[]; write: string[] };
}

interface FileEntry {
  name: string;
  size: number;
  modified: string;
  format: string | null;
  kind: string;
  sidecar: string | null;
}

/** What the user declared of a column; what is absent is as the file or the proposal says. */
interface ColumnChoice {
  role?: string;
  kind?: string;
  domain?: [number, number];
  missing?: string[];
  order?: string[];
  hierarchy?: any;
  hierarchyRows?: string[][];
  hierarchyMaking?: HierarchyMaking;
}

interface HierarchyMaking {
  how: string;
  widths?: number[];
  cuts?: number[];
  groups?: { name: string; values: string[] }[];
}

interface Step {
  id: number;
  method: string;
  columns: string[];
  parameters: Record<string, any>;
}

interface Alternative {
  steps: Step[];
  rules: Record<string, any>;
}

/** The project: everything that was chosen. It is never changed in place. */
interface Project {
  version: 1;
  file: string | null;
  reading: Record<string, any>;
  /** What the preview found and every job on the file needs to be told. */
  found: { file: string; reading: Record<string, any> } | null;
  columns: Record<string, ColumnChoice>;
  rolesSeen: boolean;
  keys: string[] | null;
  /** A file of the folder that is taken as the population; absent in documents of earlier versions. */
  population?: string | null;
  active: 'a' | 'b';
  a: Alternative;
  b: Alternative | null;
  nextStep: number;
  watch: { risk: string; utility: string };
  compare: {
    how: 'equal' | 'at-most';
    measure: string;
    target: number;
    rankBy: string[];
    methods: string[];
    columns: string[];
    job: string | null;
    /** The fingerprint of the request of that job; absent in documents of earlier versions. */
    of?: string;
  };
  release: { name: string; format: string; public: boolean; map: boolean; seed: number | null;
    /** How CSV is written, where not as the data: delimiter, decimal, encoding; absent in documents of earlier versions. */
    writing?: Record<string, string>;
    /** The job that wrote the release; absent in documents of earlier versions. */
    job?: string | null };
  accepted: Acceptance[];
  table: {
    file: string | null;
    by: string[];
    /** Further crossings of linked tables; absent in documents of earlier versions. */
    linked?: string[][];
    sum: string;
    rules: string[];
    safety: number;
    holding: string;
    weight: string;
    protection: string;
    parameters: Record<string, Record<string, any>>;
    tabulated: string | null;
    checked: string | null;
    protected: Record<string, string>;
  };
  database: { name: string; file: string | null; catalogue: string; document: any; confirm?: string[]; protection: string; budget: number; user: string; question: string; epsilon: number | null };
}

/** A warning that the user accepts: who, why, and whether it was ticked. */
interface Acceptance {
  warning: string;
  by: string;
  reason: string;
  agreed: boolean;
}

interface Fault {
  code: string;
  parameter: string | null;
  message: string;
  hint: string | null;
  warnings?: Warning[];
}

interface Warning {
  id: string;
  grade: 'stop' | 'mind' | 'note';
  text: string;
  accepted?: boolean;
}

interface JobDocument {
  id: string;
  job: string;
  title: string;
  label: string | null;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped';
  progress: number;
  phase: string;
  yes: boolean;
  created?: string;
  seconds: number;
  outputs: { rows: number; columns: any[] }[];
  request: any;
  result: any;
  error: Fault | null;
  page: boolean;
  figures: number;
  figure_titles?: string[];
}

/** What a screen sees of a job that it asked for. */
interface Answer {
  state: 'none' | 'running' | 'done' | 'failed' | 'stopped';
  job: JobDocument | null;
  result: any;
  error: Fault | null;
  progress: number;
  phase: string;
  id: string | null;
  partial: any[];
  /** The result belongs to an earlier request; a newer one is under way. */
  stale: boolean;
}
