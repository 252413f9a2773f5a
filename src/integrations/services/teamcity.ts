import { address, many, maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { branchTopic } from '../wording/git'

const property = one({ name: text, value: maybe(text) })
const build = one({
  buildFullName: text,
  buildNumber: text,
  buildStatus: text,
  buildResult: text,
  buildResultDelta: text,
  buildStatusUrl: address,
  branchDisplayName: maybe(text),
  teamcityProperties: maybe(many(property)),
})

type Build = { buildResult: string; buildResultDelta: string; buildStatus: string }

function outcomeOf({ buildResult, buildResultDelta: delta, buildStatus: status }: Build): string {
  if (buildResult === 'success')
    return delta === 'fixed' ? 'has been fixed! :thumbs_up:' : 'was successful! :thumbs_up:'
  if (buildResult === 'failure')
    return delta === 'broken'
      ? `is broken with status ${status}! :thumbs_down:`
      : `is still broken with status ${status}! :thumbs_down:`
  if (buildResult === 'running') return 'has started.'
  return `(has no message specified for status ${buildResult})`
}

const DEFAULT_BRANCH = '<default>'

/** A build that a person started with own changes concerns only this person. */
const PERSONAL = 'env.BUILD_IS_PERSONAL'

export const teamcity = integration({
  title: 'TeamCity',
  category: 'continuous-integration',
  setup: 'Install the tcWebHooks plug-in; then project → WebHooks → New, payload format “Legacy webhook (JSON)”.',
  reads: json,
  events: {
    message: on(one({ build }), ({ build: found }) => {
      const { buildFullName: name, buildNumber: id, buildStatusUrl: url } = found
      const changes = `${url}&tab=buildChangesDiv`
      const links = `See [changes](${changes}) and [build log](${url}).`
      const isPersonal = found.teamcityProperties?.some((each) => each.name === PERSONAL && each.value === 'true')
      const start = isPersonal ? `Your personal build for ${name} build ${id}` : `${name} build ${id}`
      const branch = found.branchDisplayName
      return {
        // A build of another branch says nothing about the main one, so it has its own topic.
        topic: branch && branch !== DEFAULT_BRANCH ? branchTopic(name, branch) : name,
        content: `${start} ${outcomeOf(found)} ${links}`,
      }
    }),
  },
})
