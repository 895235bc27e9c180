// Step 1: choose or drop a file, see its first rows, and correct what was assumed about it. Every assumption is a field
// that can be changed, and the preview follows.
import { html, useEffect, useMemo, useRef, useState } from '../preact.js';
import { api, Failure } from '../api.js';
import { size } from '../numbers.js';
import { ask, faultOf, forgetAnswers, useAnswer } from '../state/jobs.js';
import { declaredColumns, original, withFile } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { List } from '../parts/list.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { usePages } from '../parts/pages.js';
import { Typed } from '../parts/typed.js';

/** @param {string} file */
function choose(file) {
  forgetAnswers();
  store.change(fill(text.data.chose, { file }), withFile(store.project, file));
}

/** @param {{world: import('../frame/frame.js').World, onFault: (fault: Fault | null) => void}} props */
function Upload({ world, onFault }) {
  const [busy, setBusy] = useState('');
  const [over, setOver] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  /** @param {File | undefined} file */
  const take = async (file) => {
    if (!file) return;
    onFault(null);
    setBusy(file.name);
    try {
      await api.upload(file, false).catch(async (failure) => {
        if (!(failure instanceof Failure) || failure.status !== 409 || !confirm(fill(text.data.replace, { file: file.name }))) throw failure;
        await api.upload(file, true);
      });
      world.refreshFiles();
      choose(file.name);
    } catch (failure) {
      onFault(faultOf(failure));
    } finally {
      if (field.current) field.current.value = ''; // so that the same file can be chosen again
      setBusy('');
    }
  };
  useEffect(() => {
    /** @param {DragEvent} event */
    const drag = (event) => {
      event.preventDefault();
      setOver(event.type === 'dragover');
      if (event.type === 'drop') void take(event.dataTransfer?.files[0]);
    };
    const kinds = /** @type {const} */ (['dragover', 'dragleave', 'drop']);
    for (const kind of kinds) addEventListener(kind, drag);
    return () => {
      for (const kind of kinds) removeEventListener(kind, drag);
    };
  }, []);
  return html`<div class=${`drop ${over ? 'over' : ''}`}><label class="button">${busy ? fill(text.data.uploading, { file: busy }) : text.data.upload}
    <input ref=${field} type="file" class="hidden-field" onChange=${(/** @type {any} */ event) => void take(event.target.files[0])} /></label> <span class="soft">${text.data.drop}</span></div>`;
}

const mostNumbered = 1000; // names that are tried for made-up data

/** Makes up data and puts them into the folder, to try the program with.
 * @param {{world: import('../frame/frame.js').World, onFault: (fault: Fault | null) => void}} props */
function MakeUp({ world, onFault }) {
  const [rows, setRows] = useState(1000);
  const names = /** @type {string[]} */ ((world.registry.samples ?? []).map((/** @type {any} */ sample) => (typeof sample === 'string' ? sample : sample.name)));
  const [name, setName] = useState(names[0] ?? '');
  if (names.length === 0) return null;
  const make = async () => {
    onFault(null);
    try {
      const job = await ask({ job: 'sample', sample: name, rows, seed: 1, label: text.data.makeUp });
      if (job.error) throw new Failure(job.error, 0);
      // A file of that name may be the user's own: made-up data never replace one.
      for (let number = 1; ; ++number) {
        const file = number === 1 ? `${name}.csv` : `${name}-${number}.csv`;
        const saved = await ask({ job: 'save', name: file, inputs: { table: { job: job.id, output: 0 } } }, true);
        if (saved.error?.code === 'conflict' && number < mostNumbered) continue;
        if (saved.error) throw new Failure(saved.error, 0);
        world.refreshFiles();
        choose(file);
        break;
      }
    } catch (failure) {
      onFault(faultOf(failure));
    }
  };
  return html`<details class="make-up"><summary>${text.data.makeUp}</summary><div class="row">
    <label>${text.data.sample} <select value=${name} onChange=${(/** @type {any} */ event) => setName(event.target.value)}>${names.map((each) => html`<option value=${each}>${each}</option>`)}</select></label>
    <label>${text.data.records} <${Typed} type="number" min="10" max="10000000" value=${rows} onChange=${(/** @type {any} */ event) => setRows(Number(event.target.value))} /></label>
    <button type="button" onClick=${make}>${text.data.make}</button></div></details>`;
}

/** @param {{label: string, name: string, options: [string, string][], used: string, project: Project}} props */
function Assumption({ label, name, options, used, project }) {
  const chosen = project.reading[name] ?? '';
  const shown = options.find(([value]) => value === used)?.[1] ?? used;
  return html`<label class=${`chip ${chosen ? 'chosen' : ''}`}>${label} <select value=${chosen} onChange=${(/** @type {any} */ event) => {
    const { [name]: _gone, ...rest } = project.reading;
    store.change(label, { reading: event.target.value === '' ? rest : { ...rest, [name]: event.target.value } });
  }}><option value="">${fill(text.data.detected, { value: shown || '–' })}</option>${options.map(([value, title]) => html`<option value=${value}>${title}</option>`)}</select></label>`;
}

const pageOfColumns = 40;

/** The codes in a text: "9, 99".
 * @param {string} given */
const codesIn = (given) => given.split(',').map((code) => code.trim()).filter(Boolean);

/** @param {{project: Project}} props */
function MissingCodes({ project }) {
  const codes = project.reading.missing ?? [];
  return html`<label class=${`chip ${codes.length > 0 ? 'chosen' : ''}`}>${text.data.missing} <${Typed} type="text" size="10" placeholder="9, 99" value=${codes.join(', ')} onChange=${(/** @type {any} */ event) => {
    const given = codesIn(event.target.value);
    const { missing: _gone, ...rest } = project.reading;
    store.change(text.data.missing, { reading: given.length > 0 ? { ...rest, missing: given } : rest });
  }} /></label>`;
}

/** Which sheet of a workbook, by name or number.
 * @param {{project: Project}} props */
function SheetChoice({ project }) {
  const sheet = project.reading.sheet ?? '';
  return html`<label class=${`chip ${sheet ? 'chosen' : ''}`}>${text.data.sheet} <${Typed} type="text" size="10" value=${sheet} onChange=${(/** @type {any} */ event) => {
    const given = event.target.value.trim();
    const { sheet: _gone, ...rest } = project.reading;
    store.change(text.data.sheet, { reading: given ? { ...rest, sheet: given } : rest });
  }} /></label>`;
}

/** Kind and missing codes of one column, above its rows.
 * @param {{column: any, project: Project}} props */
function PreviewHead({ column, project }) {
  const declared = project.columns[column.name] ?? {};
  const chosen = declared.kind ?? '';
  const kinds = /** @type {Record<string, string>} */ (text.kinds);
  const kindLabel = fill(text.data.kindOf, { column: column.name });
  const missingLabel = fill(text.data.missingOf, { column: column.name });
  /** @param {'kind' | 'missing'} member
   * @param {any} value
   * @param {string} label */
  const set = (member, value, label) => {
    const { [member]: _gone, ...rest } = declared;
    store.change(label, { columns: { ...project.columns, [column.name]: value === undefined ? rest : { ...rest, [member]: value } } });
  };
  return html`<th scope="col"><span class="name">${column.name}</span><select class="compact" aria-label=${kindLabel} value=${chosen} onChange=${(/** @type {any} */ event) => set('kind', event.target.value || undefined, kindLabel)}>
      <option value="">${kinds[column.kind] ?? column.kind}</option>${['numeric', 'nominal', 'ordinal'].filter((kind) => kind !== column.kind || chosen).map((kind) => html`<option value=${kind}>${kinds[kind]}</option>`)}</select>
    <span class="soft type">${column.type}</span><${Typed} type="text" size="7" class="compact codes" placeholder=${text.data.missingShort} title=${missingLabel} aria-label=${missingLabel} value=${(declared.missing ?? []).join(', ')} onChange=${(/** @type {any} */ event) => {
      const given = codesIn(event.target.value);
      set('missing', given.length > 0 ? given : undefined, missingLabel);
    }} /></th>`;
}

/** @param {{preview: any, project: Project}} props */
function PreviewTable({ preview, project }) {
  const everywhere = /** @type {string[]} */ (project.reading.missing ?? []);
  const { shown, tools } = usePages(/** @type {any[]} */ (preview.columns), (column) => column.name, pageOfColumns);
  const places = shown.map((column) => preview.columns.indexOf(column));
  const codes = shown.map((column) => [...everywhere, ...(project.columns[column.name]?.missing ?? [])]);
  /** @param {string | null} cell
   * @param {string[]} marks */
  const shownCell = (cell, marks) => (cell === null || cell === '' ? html`<span class="soft">${text.list.missing}</span>` : marks.includes(cell) ? html`<span class="soft">${cell} ${text.list.missing}</span>` : cell);
  return html`${tools}<div class="table-box tall" tabindex="0" role="region" aria-label=${text.data.firstRows}><table class="data preview"><caption class="hidden">${text.data.firstRows}</caption>
    <thead><tr>${shown.map((column) => html`<${PreviewHead} key=${column.name} column=${column} project=${project} />`)}</tr></thead>
    <tbody>${(preview.rows ?? []).map((/** @type {string[]} */ row) => html`<tr>${places.map((place, at) => html`<td class=${preview.columns[place]?.kind === 'numeric' ? 'number' : ''}>${shownCell(row[place] ?? null, codes[at])}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Data({ world }) {
  const { project, files } = world;
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  const request = useMemo(() => (project.file ? { job: 'preview', rows: 50, inputs: { original: original({ ...project, found: null }) }, schema: { original: declaredColumns(project) } } : null), [project.file, project.reading, project.columns]);
  const answer = useAnswer(request);
  const preview = answer.result;
  // Text in another encoding than UTF-8 cannot be told by reading on; all other jobs are told what was found here.
  const encoding = preview && !answer.stale && preview.file === project.file ? preview.reading?.encoding ?? 'utf-8' : null;
  useEffect(() => {
    if (encoding === null || !project.file) return;
    const found = encoding === 'utf-8' ? null : { file: project.file, reading: { encoding } };
    if (JSON.stringify(found) !== JSON.stringify(project.found)) store.note({ found });
  }, [encoding, project.file]);
  const used = { ...preview?.detected, ...preview?.reading, format: preview?.format ?? preview?.reading?.format };
  const readable = files.filter((file) => file.kind === 'data');
  return html`<h1>${text.screens.data}</h1>
    <div class="row wrap"><${Upload} world=${world} onFault=${setFault} />
      ${readable.length > 0 ? html`<label>${text.data.choose} <select value=${project.file ?? ''} onChange=${(/** @type {any} */ event) => event.target.value && choose(event.target.value)}>
        <option value="">${text.data.chooseOne}</option>${readable.map((file) => html`<option value=${file.name}>${file.name} (${size(file.size)})</option>`)}</select></label>` : null}</div>
    <${MakeUp} world=${world} onFault=${setFault} />
    <${FaultNotice} fault=${fault} />
    ${project.file ? null : html`<${Nothing} title=${text.data.none} hint=${text.data.noneHint} />`}
    ${project.file ? html`<fieldset class="chips"><legend>${text.data.assumed}</legend>
      ${!preview || preview.detected?.delimiter || used.delimiter ? html`<${Assumption} label=${text.data.delimiter} name="delimiter" used=${used.delimiter ?? ''} project=${project} options=${text.data.delimiters} />
        <${Assumption} label=${text.data.decimal} name="decimal" used=${used.decimal ?? ''} project=${project} options=${text.data.decimals} />
        <${Assumption} label=${text.data.encoding} name="encoding" used=${used.encoding ?? ''} project=${project} options=${text.data.encodings} />` : null}
      ${project.file.toLowerCase().endsWith('.xlsx') ? html`<${SheetChoice} project=${project} />` : null}
      <${MissingCodes} project=${project} />${used.format ? html`<span class="chip">${text.data.format} ${used.format}</span>` : null}</fieldset>` : null}
    <${Working} answer=${answer} what=${text.data.reading} /><${Working} answer=${world.inspection} what=${text.data.reading} />
    <${FaultNotice} fault=${answer.error} />${answer.error ? null : html`<${FaultNotice} fault=${world.inspection.error} />`}
    ${preview?.problems?.length > 0 ? html`<section><h2>${text.data.problems}</h2><${List} caption=${text.data.problems} rows=${preview.problems} columns=${[
      { name: 'line', title: text.data.line, number: true }, { name: 'message', title: text.data.problem }, { name: 'hint', title: text.data.hint }]} /></section>` : null}
    ${preview?.rows ? html`<section aria-busy=${answer.stale}><h2>${text.data.firstRows}</h2><${PreviewTable} preview=${preview.columns ? preview : { ...preview, columns: (preview.names ?? []).map((/** @type {string} */ name) => ({ name, kind: '', type: '' })) }} project=${project} />
      <p><a class="button" href="#roles">${text.data.toRoles}</a></p></section>` : null}`;
}
