import { CopyWriter } from './copy-writer.mjs'
import { convertDiscord } from './discord.mjs'
import { Failure, Unreadable } from './failure.mjs'
import { convertMattermost } from './mattermost.mjs'
import { recognize } from './recognize.mjs'
import { convertRocketChat } from './rocketchat.mjs'
import { convertSlack } from './slack.mjs'
import { SourceFiles } from './source-files.mjs'
import { removeUnpacked } from './tar.mjs'
import { convertTeams } from './teams.mjs'
import { convertZulip } from './zulip.mjs'

export { SOURCE_NAMES } from './recognize.mjs'

const CONVERTERS = {
  slack: convertSlack,
  zulip: convertZulip,
  'rocket.chat': convertRocketChat,
  teams: convertTeams,
  mattermost: convertMattermost,
  discord: convertDiscord,
}

/**
 * Converts an export of another server into a copy in `storage`. Returns the report: what it found, and what it left out and why.
 * `source` is what `SourceFiles.of` reads. `emails` are addresses by the ids of users, for exports that have none. `download`
 * opens files that are not in the export, by their addresses.
 */
export async function convert({ source, name, storage, from, emails = {}, download, show = () => undefined }) {
  // What an interrupted conversion left would be read again.
  await storage.clear()
  const { server, files } = await recognize(await SourceFiles.of(source, storage), { name, from })
  const copy = new CopyWriter(storage, server, show)
  try {
    await CONVERTERS[server](files, copy, { emails, download, show })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new Failure(`${error.file} in ${name} cannot be read: ${error.message}.`, 'broken')
  }
  const report = await copy.finish()
  await removeUnpacked(storage)
  return report
}
