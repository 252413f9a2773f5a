import { hash } from 'node:crypto'
import { NEW_REALM_MARKDOWN_SETTINGS, type MarkdownSettings, type RealmMarkdownSettings } from '../markdown/settings'
import { apiError } from './errors'

/**
 * Markdown is parsed at the edge, by settings that only the realm knows. So the edge keeps in mind what it last heard of
 * them, a call that parsed anything carries what it relied on, and the realm, in the transaction in which it decides,
 * refuses what relied on something else and says how things are; then the edge parses anew and asks again. What is stored
 * was therefore always parsed by the settings of that moment, and as they hardly ever change, it costs no round trip.
 */
export type ReliedOn = {
  version: string
  /** Only if the text had something that the sender's setting decides about. */
  translate_emoticons?: boolean
}

/** How things are. */
export type CurrentMarkdown = RealmMarkdownSettings & { translate_emoticons: boolean }

/** Told to the edge, and never to a client. */
export const markdownIsStale = apiError(
  'MARKDOWN_IS_STALE',
  (_: CurrentMarkdown) => 'The Markdown was parsed as before',
)

type Known = { version: string; settings: RealmMarkdownSettings }

// One isolate serves many realms and people, hence the limits.
const MOST_REALMS = 200
const MOST_PEOPLE = 10_000
const knownOfRealms = new Map<string, Known>()
const emoticonsOfPeople = new Map<string, boolean>()
let initially: Known | undefined

/** What one request relies on: which realm it is for, and who asks, as far as the edge can tell. */
export class MarkdownKnown {
  #used: { settings: MarkdownSettings; reliedOn: ReliedOn } | undefined

  constructor(readonly whose: { realm_name: string; realm_url: string; authorization: string }) {}

  /** As far as this isolate has heard, and the same for all of one call. To ask is to rely on it. */
  get settings(): MarkdownSettings {
    this.#used ??= this.#now()
    return this.#used.settings
  }

  /** What was relied on since this was last asked. */
  takeReliedOn(): ReliedOn | undefined {
    const used = this.#used
    this.#used = undefined
    return used?.reliedOn
  }

  learn({ translate_emoticons, ...settings }: CurrentMarkdown): void {
    remember(knownOfRealms, MOST_REALMS, this.whose.realm_name, { version: versionOf(settings), settings })
    remember(emoticonsOfPeople, MOST_PEOPLE, this.#person, translate_emoticons)
  }

  #now() {
    const { version, settings } = this.#ofRealm()
    const reliedOn: ReliedOn = { version }
    const translates = () => emoticonsOfPeople.get(this.#person) ?? false
    const asked = {
      ...settings,
      realm_url: this.whose.realm_url,
      get translate_emoticons() {
        return (reliedOn.translate_emoticons ??= translates())
      },
    }
    return { settings: asked, reliedOn }
  }

  #ofRealm(): Known {
    return (
      knownOfRealms.get(this.whose.realm_name) ??
      (initially ??= { version: versionOf(NEW_REALM_MARKDOWN_SETTINGS), settings: NEW_REALM_MARKDOWN_SETTINGS })
    )
  }

  // What lets somebody in is not kept in mind as it is.
  get #person() {
    return hash('sha256', `${this.whose.realm_name} ${this.whose.authorization}`, 'base64')
  }
}

function remember<Value>(known: Map<string, Value>, most: number, key: string, value: Value) {
  if (known.size >= most) known.clear()
  known.set(key, value)
}

/** The same for the same settings, whoever works it out, so a realm that goes back to what it had is known again. */
export function versionOf({
  default_code_block_language,
  inline_image_preview,
  linkifiers,
}: RealmMarkdownSettings): string {
  const links = linkifiers.map(({ pattern, url_template }) => [pattern, url_template])
  return hash('sha256', JSON.stringify([default_code_block_language, inline_image_preview, links]), 'base64')
}
