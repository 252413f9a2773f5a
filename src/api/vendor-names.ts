import { inSpecifiedForm } from './specified-forms'
import { mapTable } from './table'

/**
 * The only table of names that the specification spells with `svc`, and existing clients with their vendor's name.
 *
 * - A key that begins with `svc_` is sent under both names, with one value.
 * - A value is sent once, so each client receives one spelling of it. A client whose User-Agent begins with `Svc` receives only
 *   names of the specification. Every other client receives the vendor's spelling.
 * - A request may use either spelling of each name.
 *
 * The table has no text that only people read, such as error messages, and no `Basic realm="svc"`, which no client compares.
 * `VENDOR_ALIAS` is the vendor. If it is empty, all clients receive the names of the specification.
 */

/** Adjacent members of JSON objects in answers. The vendor's spelling replaces `svc` in each value. */
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

/** Keys that do not begin with `svc_`: in the specification, and for existing clients. */
const KEYS: Readonly<Record<string, string>> = {
  legacy_mirror_active: 'zephyr_mirror_active',
  realm_is_legacy_mirror_realm: 'realm_is_zephyr_mirror_realm',
}

/** An object whose keys and values belong to the client, so nothing in it changes. See also `verbatim` endpoints. */
const CLIENT_OBJECT = 'config_data'

const PREFIX = 'svc'

/** Returns the vendor whose names a client receives, or '' for the names of the specification. */
export const vendorFor = (user_agent: string | null, vendor: string): string =>
  user_agent?.toLowerCase().startsWith(PREFIX) ? '' : vendor

/** Returns the name of a client as the specification spells it: `SvcMobile` for `ZulipMobile`. */
export const specifiedProduct = (product: string, vendor: string): string =>
  vendor !== '' && product.toLowerCase().startsWith(vendor) ? `Svc${product.slice(vendor.length)}` : product

/** Returns the names under which a request may send a parameter. */
export const spellingsOf = (name: string, vendor: string): string[] =>
  vendor !== '' && name.startsWith(`${PREFIX}_`) ? [name, `${vendor}${name.slice(PREFIX.length)}`] : [name]

/** Returns the value of a parameter as the specification spells it. */
export function specifiedValue(name: string, value: string, vendor: string): string {
  if (vendor === '') return value
  for (const members of VALUES) {
    const specified = Object.keys(members).length === 1 ? members[name] : undefined
    if (typeof specified === 'string' && valueForVendor(specified, vendor) === value) return specified
  }
  return value
}

const valueForVendor = (value: string, vendor: string): string =>
  /^svc(?:_|$)/.test(value) ? `${vendor}${value.slice(PREFIX.length)}` : value

/** Returns the vendor's spelling of a key, if it has one. */
function keyForVendor(key: string, vendor: string): string | undefined {
  const [, before, after] = /^((?:[a-z_]{0,40}_)?)svc_([a-z_]{0,40})$/.exec(key) ?? []
  return after === undefined ? KEYS[key] : `${before}${vendor}_${after}`
}

/** Returns the JSON Schema, in which each value with a vendor's spelling may have either spelling, and each such key has both. */
export function schemaInBothSpellings(schema: unknown, vendor: string): unknown {
  if (vendor === '' || typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map((item: unknown) => schemaInBothSpellings(item, vendor))
  const { const: value, properties, ...keywords }: Record<string, unknown> = { ...schema }
  const values: unknown[] = Array.isArray(keywords.enum) ? keywords.enum : value === undefined ? [] : [value]
  const added = values.flatMap((option) => (typeof option === 'string' ? [valueForVendor(option, vendor)] : []))
  const inner = mapTable(keywords, (keyword) => schemaInBothSpellings(keyword, vendor))
  if (typeof properties === 'object' && properties !== null)
    inner.properties = Object.fromEntries(
      Object.entries(properties).flatMap(([key, property]) => {
        const both = schemaInBothSpellings(property, vendor)
        return [key, keyForVendor(key, vendor)].flatMap((name) => (name === undefined ? [] : [[name, both]]))
      }),
    )
  const isSame = added.every((option) => values.includes(option))
  if (isSame) return value === undefined ? inner : { ...inner, const: value }
  return { ...inner, enum: [...new Set([...values, ...added])] }
}

/** Returns JSON text with the vendor's names, or in the forms of the specification if the client receives its names. */
export function inVendorSpelling(json: string, vendor: string): string {
  if (vendor === '') return inSpecifiedForm(json)
  // Most answers have no such name, and this search is many times faster than the pattern.
  if (!(json.includes(PREFIX) || json.includes('legacy_mirror'))) return json
  return json.replace(PATTERN, (match: string, ...[before, after, value, renamed, renamedValue]: string[]) => {
    if (after !== undefined) return `${match},"${before}${vendor}_${after}":${value}`
    if (renamed !== undefined) return `${match},"${KEYS[renamed]}":${renamedValue}`
    const members = VALUES_BY_TEXT.get(match)
    return members === undefined ? match : textOf(respelled(members, vendor))
  })
}

const respelled = (members: Members, vendor: string): Members =>
  mapTable(members, (value) =>
    typeof value === 'string' ? valueForVendor(value, vendor) : value.map((item) => valueForVendor(item, vendor)),
  )

/** Returns members as they are in the JSON text of an object. */
const textOf = (members: Members): string => JSON.stringify(members).slice(1, -1)

const VALUES_BY_TEXT: ReadonlyMap<string, Members> = new Map(VALUES.map((members) => [textOf(members), members]))

const escaped = (text: string) => text.replaceAll(/[[\]{}.*+?^$|()\\]/g, String.raw`\$&`)
const TEXT = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`
const PLAIN_VALUE = String.raw`(${TEXT}|[^",[\]{}]+)`

// In JSON text a quote inside a string is escaped, so each alternative finds whole members only. Names have a maximal length,
// because a pattern without one takes quadratic time for the text of a message.
// Linear: the parts that are computed are fixed texts, and test/text-linear-time.slow.test.ts measures it.
const PATTERN = new RegExp(
  [
    String.raw`"${CLIENT_OBJECT}":\{(?:${TEXT}:${TEXT},?)*\}`,
    ...[...VALUES_BY_TEXT.keys()].map(escaped),
    String.raw`"((?:[a-z_]{0,40}_)?)svc_([a-z_]{0,40})":${PLAIN_VALUE}`,
    String.raw`"(${Object.keys(KEYS).join('|')})":${PLAIN_VALUE}`,
  ].join('|'),
  'g',
)
