// Preact, its hooks and htm under one name. Every other module imports them from here, so that a change of version
// or of library touches one file.
import { Fragment, h, render } from './vendor/preact.module.js';
import htm from './vendor/htm.module.js';

export const html = htm.bind(h);
export { Fragment, h, render };
export { useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback, useId } from './vendor/hooks.module.js';
