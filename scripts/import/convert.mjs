import { CopyWriter } from './copy-writer.mjs'
import { convertDiscord, isDiscord } from './discord.mjs'
import { convertMattermost, isMattermost } from './mattermost.mjs'
import { convertRocketChat, isRocketChat } from './rocketchat.mjs'
import { convertSlack, isSlack } from './slack.mjs'
import { SourceFiles } from './source-files.mjs'
import { removeUnpacked } from './tar.mjs'
import { convertTeams, isTeams } from './teams.mjs'
import { convertZulip, isZulip } from './zulip.mjs'
import { Failure } from '../parley/failure.mjs'

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
 * Converts an export of another server, a folder or an archive, into a copy in `folder`. Returns the report: what it found,
 * and what it left out and why. `emails` are addresses by the ids of users, for exports that have none.
 * `download` opens files that are not in the export, by their addresses.
 */
export async function convert({ path, folder, from, emails = {}, download, show = () => undefined }) {
  const files = await SourceFiles.at(path, folder)
  const source = from ?? SOURCE_NAMES.find((name) => SOURCES[name].is(files))
  if (source === undefined)
    throw new Failure(`${path} is no export that this program knows. Say its source with --from.`)
  if (SOURCES[source] === undefined) throw new Failure(`--from is one of ${SOURCE_NAMES.join(', ')}.`)
  const copy = new CopyWriter(folder, source)
  await SOURCES[source].convert(files, copy, { emails, download, show })
  const report = await copy.finish(show)
  removeUnpacked(folder)
  return report
}
