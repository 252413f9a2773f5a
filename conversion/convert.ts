import type { Converter, ConverterOptions } from './converter.ts'
import { CopyWriter } from './copy-writer.ts'
import { convertDiscord } from './discord.ts'
import { Failure, Unreadable } from './failure.ts'
import { convertMattermost } from './mattermost.ts'
import { recognize } from './recognize.ts'
import type { ConversionReport } from './report.ts'
import { convertRocketChat } from './rocketchat.ts'
import { convertSlack } from './slack.ts'
import { SourceFiles } from './source-files.ts'
import type { SourceName } from './source-names.ts'
import type { Source, Storage } from './storage.ts'
import { removeUnpacked } from './tar.ts'
import { convertTeams } from './teams.ts'
import { convertZulip } from './zulip.ts'

export type ConvertOptions = Partial<ConverterOptions> & {
  source: Source
  name: string
  storage: Storage
  from?: string
}

const CONVERTERS: Record<SourceName, Converter> = {
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
export async function convert(options: ConvertOptions): Promise<ConversionReport> {
  const { source, name, storage, from, emails = {}, download, show = () => undefined } = options
  // What an interrupted conversion left would be read again.
  await storage.clear()
  const { server, files } = await recognize(await SourceFiles.of(source, storage), { name, from })
  const copy = new CopyWriter(storage, server, show)
  for (const problem of files.problems) copy.report.skip(problem.reason, problem.name)
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
