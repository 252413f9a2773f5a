import type { FieldValue, Json } from '../person'

/** What a client makes of an event, by its type, or type and op: it mends the state that it keeps. */
export type Appliers = Record<string, (state: Json, event: Json, client: Record<string, FieldValue>) => void>
