import type { Organization } from '../life/organization.ts'
import { invoke } from '../platform/objects.ts'

/** The outbox gives up a batch after ten seconds, and sends it again. */
const GIVEN_UP_MILLISECONDS = 9500

/** From now on, no work is done twice: it would change no answer, and would only cost more. An object of a release cannot be watched. */
export function checkCost(organization: Organization): void {
  checkReads(organization)
  checkSends(organization)
}

/** What requests for events read: test/prove/log-reads.ts. */
function checkReads({ world, failures }: Organization): void {
  const watched = new WeakSet<object>()
  world.entered = (key) => {
    const running = world.objects.get(key)?.running
    const host: unknown = running && Reflect.get(running.code, 'host')
    if (!running || typeof host !== 'object' || host === null || watched.has(host)) return
    watched.add(host)
    invoke(running.shared, 'watchLogReads', [host, (problem: string) => failures.push(`${key}: ${problem}`)])
  }
}

/** A realm sends no row to D1 that it is sending. */
function checkSends({ world, failures, realm_name }: Organization): void {
  const sendings = new WeakMap<object, Map<string, number>>()
  world.network.watchD1 = (from, batch, end) => {
    if (from.name !== realm_name) return
    const sending = sendings.get(from) ?? new Map<string, number>()
    sendings.set(from, sending)
    const { now } = world.scheduler
    const versions = new Set(batch.flatMap(({ text, values }) => versionsIn(text, values)))
    for (const version of versions) {
      if (now - (sending.get(version) ?? -Infinity) < GIVEN_UP_MILLISECONDS)
        failures.push(`The realm sends version ${version} to D1 while it is sending it`)
      sending.set(version, now)
    }
    const forget = () => {
      for (const version of versions) if (sending.get(version) === now) sending.delete(version)
    }
    end.then(forget, forget)
  }
}

/** Returns the rows of the outbox that a statement has, in words. Other statements have none. */
function versionsIn(text: string, values: readonly unknown[]): string[] {
  const table = /^INSERT INTO (\w+) \(realm_id, \w+, version, /.exec(text)?.[1]
  const [, rows] = values
  if (table === undefined || typeof rows !== 'string') return []
  const found: { key: number; version: number }[] = JSON.parse(rows)
  return found.map(({ key, version }) => `${version} of ${table} ${key}`)
}
