import { emailBytes } from './emails'

const files = import.meta.glob<string>('../fixtures/bounces/*.eml', { query: '?raw', import: 'default', eager: true })
const names = Object.keys(files).map((path) => path.slice('../fixtures/bounces/'.length, -'.eml'.length))
const isTemporary = (name: string) => name.startsWith('temporary-')

/** Mail programs, each with a bounce that says that an address will never receive an email. */
export const BOUNCE_PROGRAMS: readonly string[] = names.filter((name) => !isTemporary(name))
/** Bounces and answers after which the server sends to the address again. */
export const TEMPORARY_BOUNCES: readonly string[] = names.filter(isTemporary)

/** Returns the bounce of a mail program, about an email to `to` whose bounces go to `bounces_to`. */
export const bounceOf = (program: string, { to, bounces_to }: { to: string; bounces_to: string }): Uint8Array =>
  emailBytes(
    files[`../fixtures/bounces/${program}.eml`]!.replaceAll('{{TO}}', to).replaceAll('{{BOUNCES}}', bounces_to),
  )
