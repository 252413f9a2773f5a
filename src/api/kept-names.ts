import { hash } from 'node:crypto'

/** Returns how a Worker names a text that it has. The name does not tell the digest, which is the key of the text. */
export const keptName = (digest: string): string => hash('sha256', digest, 'hex').slice(0, 16)
