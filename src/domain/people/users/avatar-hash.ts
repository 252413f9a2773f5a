import { createHash } from 'node:crypto'

/** What the third party that keeps pictures files them under: a hash of the address that everybody may know. */
export const avatarHash = (email: string): string => createHash('md5').update(email.toLowerCase()).digest('hex')
