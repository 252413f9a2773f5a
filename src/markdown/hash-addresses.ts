import { percentEncode } from './escape'

/** Returns `7-design-team`. Clients read only the id; the name is for people. */
export const channelSlug = (stream_id: number, name: string): string =>
  `${stream_id}-${encodeForHash(name.replaceAll(' ', '-'))}`

/** Percent-encodes with dots in place of percent signs, because some browsers decode percent signs in fragments. */
export const encodeForHash = (text: string): string => percentEncode(text).replaceAll('.', '%2E').replaceAll('%', '.')
