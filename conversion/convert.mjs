import { CopyWriter } from './copy-writer.mjs'
import { convertDiscord, isDiscord } from './discord.mjs'
import { Failure } from './failure.mjs'
import { convertMattermost, isMattermost } from './mattermost.mjs'
import { convertRocketChat, isRocketChat } from './rocketchat.mjs'
import { convertSlack, isSlack } from './slack.mjs'
import { SourceFiles } from './source-files.mjs'
import { removeUnpacked } from './tar.mjs'
import { convertTeams, isTeams } from './teams.mjs'
import { convertZulip, isZulip } from './zulip.mjs'

/** The servers whose exports can be converted, and how to recognise them. The last ones have the fewest marks. */
const SOURCES = {
  slack: { is: isSlack, convert: convertSlack },
  zulip: { is: isZulip, convert: convertZulip },
  'rocket.chat': { is: isRocketChat, convert: convertRocketChat },
  teams: { is: isTeams, convert: convertTeams },
  mattermost: { is: isMattermost, convert: convertMattermost },
  discord: { is: isDiscord, convert: convertDiscord },
}

export const SOURCE_NAMES = Object.keys(SOURCES)

/**
 * Converts an export of another server into a copy in `storage`. Returns the report: what it found, and what it left out and why.
 * `source` is what `SourceFiles.of` reads. `emails` are addresses by the ids of users, for exports that have none. `download`
 * opens files that are not in the export, by their addresses.
 */
export async function convert({ source, name, storage, from, emails = {}, download, show = () => undefined }) {
  // What an interrupted conversion left would be read again.
  await storage.clear()
  const files = await SourceFiles.of(source, storage)
  const server = from ?? SOURCE_NAMES.find((candidate) => SOURCES[candidate].is(files))
  if (server === undefined)
    throw new Failure(`${name} is no export that this program knows. Say its source with --from.`)
  if (!SOURCE_NAMES.includes(server)) throw new Failure(`--from is one of ${SOURCE_NAMES.join(', ')}.`)
  const copy = new CopyWriter(storage, server, show)
  await SOURCES[server].convert(files, copy, { emails, download, show })
  const report = await copy.finish()
  await removeUnpacked(storage)
  return report
}
