declare const htm: { bind(h: unknown): (strings: TemplateStringsArray, ...values: unknown[]) => import('preact').VNode };
export default htm;
