import { isDiscord } from './discord.ts'
import { Failure } from './failure.ts'
import { isMattermost } from './mattermost.ts'
import { isRocketChat } from './rocketchat.ts'
import { isSlack } from './slack.ts'
import type { SourceFiles } from './source-files.ts'
import { isSourceName, SOURCE_NAMES, type SourceName } from './source-names.ts'
import { isTeams } from './teams.ts'
import { isZulip } from './zulip.ts'

const MAX_NAMES = 12

type Mark = { is: (files: SourceFiles) => boolean | Promise<boolean>; needs: string }

/** By what the exports of each server are recognized. */
const MARKS: Record<SourceName, Mark> = {
  slack: { is: isSlack, needs: 'users.json, and channels.json, groups.json, mpims.json or dms.json' },
  zulip: { is: isZulip, needs: 'realm.json' },
  'rocket.chat': { is: isRocketChat, needs: 'rocketchat_message.bson, not compressed' },
  teams: { is: isTeams, needs: 'teams/teamsList.json' },
  mattermost: { is: isMattermost, needs: 'a .jsonl or .json file whose lines are objects with a "type"' },
  discord: { is: isDiscord, needs: '.json files that begin with "guild" and "channel"' },
}

/**
 * Returns which server wrote these files, and the files without folders around them. `from` is the server that the person named.
 * Throws if the files are no export, with what was looked for and what was found.
 */
export async function recognize(all: SourceFiles, { name, from }: { name: string; from?: string | undefined }) {
  if (from !== undefined && !isSourceName(from)) throw new Failure(`--from is one of ${SOURCE_NAMES.join(', ')}.`)
  for (const files of all.roots())
    for (const server of from === undefined ? SOURCE_NAMES : [from])
      if (await MARKS[server].is(files)) return { server, files }
  const lookedFor =
    from === undefined
      ? `${name} is no export that this program recognizes. It looked for:\n${SOURCE_NAMES.map((each) => `  ${each}: ${MARKS[each].needs}`).join('\n')}`
      : `${name} is no export of ${from}. It looked for ${MARKS[from].needs}.`
  throw new Failure(`${lookedFor}\n${foundIn(all)}${await hintFor(all)}`)
}

function foundIn({ names }: SourceFiles) {
  const top = [...new Set(names.map((name) => name.replace(/\/.*$/s, '/')))].toSorted((a, b) => (a < b ? -1 : 1))
  const listed = top.slice(0, MAX_NAMES).map((name) => JSON.stringify(name).slice(1, -1))
  if (names.length === 0) return 'It found no files.'
  return `It found ${names.length} ${names.length === 1 ? 'file' : 'files'}: ${listed.join(', ')}${top.length > MAX_NAMES ? ', …' : ''}`
}

/** Archives of Parley itself are no exports of another server. */
async function hintFor(all: SourceFiles) {
  for (const files of all.roots()) {
    const [, format] = /^\s*\{\s*"format":\s*"(parley-[a-z-]+)"/.exec(await files.head('export.json')) ?? []
    if (format === 'parley-realm-copy') return '\nThis is a copy of a realm: unpack the archive, and name the folder.'
    if (format !== undefined)
      return '\nThis is an export of Parley for reading. To move an organization, the operator makes a copy (parley export), or an administrator an export for Zulip (exports create --form reference).'
  }
  return ''
}
