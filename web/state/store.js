// Holds the project, saves it to the program after each change, and tells screens when it changes. A save names the
// revision it started from; where another tab saved meanwhile, the user decides which of the two stays.
import { useEffect, useState } from '../preact.js';
import { api, Failure } from '../api.js';
import { change, redo, startHistory, undo } from './history.js';
import { emptyProject } from './project.js';

const saveDelay = 400; // milliseconds
const retryDelay = 2000;
const movementPause = 1500; // a slider that rests longer starts a new step of the history
const largestSaved = 6e6; // characters; a longer history is saved without its oldest half

/** @typedef {'saved' | 'saving' | 'unsaved' | 'offline' | 'conflict'} SaveState */

class Store {
  constructor() {
    this.name = 'default';
    this.history = startHistory(emptyProject());
    /** @type {number | null} */
    this.revision = null;
    /** @type {SaveState} */
    this.saveState = 'saved';
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.saving = false;
    /** The last movement of a slider: what follows soon belongs to it. */
    this.movement = { label: '', time: 0 };
  }

  get project() {
    return this.history.present;
  }

  /** Reads what was saved, or starts anew. */
  async load() {
    const known = (await api.projects()).projects.some((/** @type {any} */ each) => each.name === this.name);
    this.revision = null;
    if (known) {
      const kept = await api.project(this.name);
      this.revision = kept.revision;
      const { present, past, future } = kept.document;
      this.history = { present: { ...emptyProject(), ...present }, past: past ?? [], future: future ?? [] };
    }
    this.setSaveState('saved');
  }

  /** @param {string} label what undo will say
   * @param {Partial<Project>} members
   * @param {{merge?: boolean}} options */
  change(label, members, options = {}) {
    const now = Date.now();
    const goesOn = options.merge === true && this.movement.label === label && now - this.movement.time < movementPause;
    this.movement = options.merge ? { label, time: now } : { label: '', time: 0 };
    this.replace(change(this.history, label, members, goesOn));
  }

  /** Changes what is remembered without a step to undo, such as the number of a job.
   * @param {Partial<Project>} members */
  note(members) {
    this.replace({ ...this.history, present: { ...this.history.present, ...members } });
  }

  undo() {
    this.replace(undo(this.history));
  }

  redo() {
    this.replace(redo(this.history));
  }

  /** @param {import('./history.js').History} history */
  replace(history) {
    if (history === this.history) return;
    this.history = history;
    if (this.saveState !== 'conflict') this.saveState = 'unsaved';
    this.tell();
    this.saveSoon(saveDelay);
  }

  /** @param {number} delay */
  saveSoon(delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), delay);
  }

  async save() {
    if (this.saving || this.saveState === 'conflict' || this.saveState === 'saved') return;
    this.saving = true;
    const saved = this.history;
    let kept = saved;
    while (kept.past.length > 0 && JSON.stringify(kept).length > largestSaved) kept = { ...kept, past: kept.past.slice(Math.ceil(kept.past.length / 2)) };
    this.setSaveState('saving');
    try {
      this.revision = (await api.saveProject(this.name, this.revision, kept)).revision;
      this.setSaveState(saved === this.history ? 'saved' : 'unsaved');
      if (saved !== this.history) this.saveSoon(saveDelay);
    } catch (failure) {
      const conflict = failure instanceof Failure && failure.status === 409;
      this.setSaveState(conflict ? 'conflict' : 'offline');
      if (!conflict) this.saveSoon(retryDelay);
    } finally {
      this.saving = false;
    }
  }

  /** Takes what the other tab saved. */
  async takeTheirs() {
    await this.load();
    this.tell();
  }

  /** Saves this tab's document over the other one's. */
  async keepMine() {
    this.revision = (await api.project(this.name)).revision;
    this.saveState = 'unsaved';
    await this.save();
  }

  /** @param {SaveState} state */
  setSaveState(state) {
    this.saveState = state;
    this.tell();
  }

  tell() {
    for (const listener of [...this.listeners]) listener();
  }
}

export const store = new Store();

/** The project, anew at each change. */
export function useProject() {
  const [, refresh] = useState({});
  useEffect(() => {
    const listener = () => refresh({});
    store.listeners.add(listener);
    return () => void store.listeners.delete(listener);
  }, []);
  return store.project;
}
