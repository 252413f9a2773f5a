// Reading in a realm of a million messages: two pages beside the floor, and each narrow and search of `npm run history` counted.

import { openLongRealm, readsOf } from './long-realm.ts'
import type { Pair } from './ratios.ts'
import { compareReading, countReading, type CountedRead } from './reads.ts'
import type { Program } from './runtime.ts'
import { say } from './say.ts'

const MESSAGES = 1_000_000
const NEWEST = '100 newest'
const OF_CHANNEL = '100 newest of the channel'

export async function readLongHistory(programs: Pair<Program>, effort: { rounds: number; seconds: number }) {
  const { server } = programs
  const realm = await openLongRealm(server, { messages: MESSAGES, longTopic: MESSAGES / 10 }, say)
  say('reading')
  const counted: Record<string, CountedRead & { cpuMs: number }> = {}
  const requests = readsOf(realm)
  for (const [name, request] of Object.entries(requests)) {
    const found = await countReading(realm.cast, request)
    const before = server.cpuSeconds()
    await realm.cast.succeed(request)
    counted[name] = { ...found, cpuMs: (server.cpuSeconds() - before) * 1000 }
  }
  const page = (name: string) => {
    const [request, read] = [requests[name], counted[name]]
    if (request === undefined || read === undefined) throw new Error(`Nothing reads ${name}`)
    return { read, compared: () => compareReading(programs, request, read, effort) }
  }
  const [newest, channel] = [page(NEWEST), page(OF_CHANNEL)]
  const isSearch = (name: string) => name.startsWith('search')
  const select = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(counted).filter(([name]) => isWanted(name)))
  return {
    pages: {
      newest: await newest.compared(),
      channel: await channel.compared(),
      d1Calls: newest.read.d1Calls + channel.read.d1Calls,
    },
    narrows: select((name) => !isSearch(name)),
    searches: select(isSearch),
  }
}
