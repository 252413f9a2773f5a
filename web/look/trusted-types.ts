// TypeScript's library does not declare Trusted Types.

type Policy = { createHTML: (html: string) => string } | { createScriptURL: (url: string) => string }
type Factory = { createPolicy: <Made extends Policy>(name: string, policy: Made) => Made }

declare global {
  var trustedTypes: Factory | undefined
}

/** The browser's factory of policies. In a browser without Trusted Types, a policy returns its HTML as a string. */
const factory: Factory = globalThis.trustedTypes ?? { createPolicy: (_name, policy) => policy }

export { factory as trustedTypes }
