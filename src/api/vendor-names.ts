import { mapTable } from './table'

/**
 * The one table of names that the specification spells with `svc` and existing clients with their vendor's name.
 *
 * - A key that begins with `svc_` is sent under both names, with one value.
 * - A value stands once, so each client gets one spelling of it: a client whose User-Agent begins with `Svc` speaks the
 *   specification and gets no vendor's name at all; every other client gets the vendor's spelling.
 * - A request may use either spelling of each name.
 *
 * The table lists no text that only people read, such as messages of errors, and no `Basic realm="svc"`, which no client
 * compares. `VENDOR_ALIAS` is the vendor; where it is empty, all clients get the specification's names.
 */

/** Members of answers, as they stand next to each other. In the vendor's spelling, `svc` is the vendor in each value. */
type Members = Readonly<Record<string, string | readonly string[]>>
const VALUES: readonly Members[] = [
  { emoji_name: 'svc', emoji_code: 'svc' },
  { emoji_code: 'svc' },
  { reaction_type: 'svc_extra_emoji' },
  { notification_sound: 'svc' },
  { property: 'notification_sound', value: 'svc' },
  { notification_name: 'notification_sound', setting: 'svc' },
  { available_notification_sounds: ['chime', 'ding', 'svc'] },
]

/** The specification renamed more of these keys than a prefix. */
const KEYS: Readonly<Record<string, string>> = {
  legacy_mirror_active: 'zephyr_mirror_active',
  realm_is_legacy_mirror_realm: 'realm_is_zephyr_mirror_realm',
}

/** This object's keys and values are its client's own: nothing in it is respelled. Larger ones: `verbatim` endpoints. */
const OWN_BY_CLIENTS = 'config_data'

const PREFIX = 'svc'

/** Which vendor's names this client gets, by its User-Agent: none if it speaks the specification. */
export const vendorFor = (user_agent: string | null, vendor: string): string =>
  user_agent?.toLowerCase().startsWith(PREFIX) ? '' : vendor

/** A client's product name as the specification spells it: `ZulipMobile` is `SvcMobile`. */
export const specifiedProduct = (product: string, vendor: string): string =>
  vendor !== '' && product.toLowerCase().startsWith(vendor) ? `Svc${product.slice(vendor.length)}` : product

/** The names under which a request may send a parameter. */
export const spellings = (name: string, vendor: string): string[] =>
  vendor !== '' && name.startsWith(`${PREFIX}_`) ? [name, `${vendor}${name.slice(PREFIX.length)}`] : [name]

/** The value of a parameter as the specification spells it. */
export function specifiedValue(name: string, value: string, vendor: string): string {
  if (vendor === '') return value
  const said = VALUES.find((members) => {
    const known = Object.keys(members).length === 1 ? members[name] : undefined
    return typeof known === 'string' && inVendorsSpelling(known, vendor) === value
  })
  return typeof said?.[name] === 'string' ? said[name] : value
}

const inVendorsSpelling = (value: string, vendor: string): string =>
  /^svc(?:_|$)/.test(value) ? `${vendor}${value.slice(PREFIX.length)}` : value

/** JSON Schema in which each value that has a vendor's spelling may have that, too. */
export function schemaInBothSpellings(schema: unknown, vendor: string): unknown {
  if (vendor === '' || typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map((each: unknown) => schemaInBothSpellings(each, vendor))
  const { const: value, ...rest }: Record<string, unknown> = { ...schema }
  const values: unknown[] = Array.isArray(rest.enum) ? rest.enum : value === undefined ? [] : [value]
  const added = values.flatMap((each) => (typeof each === 'string' ? [inVendorsSpelling(each, vendor)] : []))
  const inner = mapTable(rest, (each) => schemaInBothSpellings(each, vendor))
  const isSame = added.every((each) => values.includes(each))
  if (isSame) return value === undefined ? inner : { ...inner, const: value }
  return { ...inner, enum: [...new Set([...values, ...added])] }
}

/** JSON text for a client that gets a vendor's names. */
export function inVendorSpelling(json: string, vendor: string): string {
  // Most answers have no such name, and looking for these letters is many times faster than the pattern.
  if (vendor === '' || !(json.includes(PREFIX) || json.includes('legacy_mirror'))) return json
  return json.replace(PATTERN, (found: string, ...[before, after, value, renamed, renamedValue]: string[]) => {
    if (after !== undefined) return `${found},"${before}${vendor}_${after}":${value}`
    if (renamed !== undefined) return `${found},"${KEYS[renamed]}":${renamedValue}`
    const members = VALUES_BY_TEXT.get(found)
    return members === undefined ? found : textOf(respelled(members, vendor))
  })
}

const respelled = (members: Members, vendor: string): Members =>
  mapTable(members, (value) =>
    typeof value === 'string' ? inVendorsSpelling(value, vendor) : value.map((each) => inVendorsSpelling(each, vendor)),
  )

/** Members as they stand in the JSON text of an object. */
const textOf = (members: Members): string => JSON.stringify(members).slice(1, -1)

const VALUES_BY_TEXT: ReadonlyMap<string, Members> = new Map(VALUES.map((members) => [textOf(members), members]))

const escaped = (text: string) => text.replaceAll(/[[\]{}.*+?^$|()\\]/g, String.raw`\$&`)
const TEXT = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`
const PLAIN_VALUE = String.raw`(${TEXT}|[^",[\]{}]+)`

// In JSON text a quote inside a string is escaped, so each alternative finds whole members only.
const PATTERN = new RegExp(
  [
    String.raw`"${OWN_BY_CLIENTS}":\{(?:${TEXT}:${TEXT},?)*\}`,
    ...[...VALUES_BY_TEXT.keys()].map(escaped),
    String.raw`"((?:[a-z_]*_)?)svc_([a-z_]*)":${PLAIN_VALUE}`,
    String.raw`"(${Object.keys(KEYS).join('|')})":${PLAIN_VALUE}`,
  ].join('|'),
  'g',
)
