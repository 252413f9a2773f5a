// TypeScript's library does not declare Trusted Types.

type Policy = { createHTML: (html: string) => string }
type Factory = { createPolicy: (name: string, policy: Policy) => Policy }

declare global {
  var trustedTypes: Factory | undefined
}

/** The browser's factory of policies. In a browser without Trusted Types, a policy returns its HTML as a string. */
const factory: Factory = globalThis.trustedTypes ?? { createPolicy: (_name, policy) => policy }

export { factory as trustedTypes }
