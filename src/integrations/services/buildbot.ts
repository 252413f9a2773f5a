import { address, maybe, number, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const RESULTS = ['success', 'warnings', 'failure', 'skipped', 'exception', 'retry', 'cancelled']
const body = one({ buildid: number, buildername: text, url: address, project: maybe(text), results: maybe(number) })

export const buildbot = integration({
  title: 'Buildbot',
  category: 'continuous-integration',
  setup: 'master.cfg: reporters.HttpStatusPush, or the reporter of Zulip with this server as its endpoint.',
  reads: json,
  event: (value) => textAt(value, 'event') ?? '',
  events: {
    new: on(body, ({ buildid, buildername, url, project }) => ({
      topic: project || 'general',
      content: `Build [#${buildid}](${url}) for **${buildername}** started.`,
    })),
    finished: on(body, ({ buildid, buildername, url, project, results }) => ({
      topic: project || 'general',
      content: `Build [#${buildid}](${url}) (result: ${RESULTS[results ?? 0] ?? results}) for **${buildername}** finished.`,
    })),
  },
})
