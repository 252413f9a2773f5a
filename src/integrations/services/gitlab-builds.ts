import { many, maybe, number, one, text } from '../fields'
import { on, type AnyEvent } from '../integration'
import { branchOf, branchTopic } from '../wording/git'
import { homeOf, inProject, nameOf, project, repository } from './gitlab-fields'

const place = { project: maybe(project), repository }

const buildChanged = on(
  one({ ...place, ref: text, build_name: text, build_stage: text, build_status: text }),
  (body, delivery) => {
    const { build_status: status, build_name: name, build_stage: stage } = body
    const change =
      status === 'created' ? 'was created' : status === 'running' ? 'started' : `changed status to ${status}`
    return {
      topic: branchTopic(body.repository?.name ?? nameOf(body), branchOf(body.ref)),
      content: inProject(body, delivery, `Build ${name} from ${stage} stage ${change}.`),
    }
  },
)

const build = one({ id: number, name: text, status: text, artifacts_file: maybe(one({ filename: maybe(text) })) })
const attributes = one({ id: number, ref: text, status: text })

const pipelineChanged = on(one({ ...place, object_attributes: attributes, builds: many(build) }), (body, delivery) => {
  const { id, ref, status } = body.object_attributes
  const change = status === 'pending' ? 'was created' : status === 'running' ? 'started' : `changed status to ${status}`
  const builds = body.builds.map((job) => {
    const url = `${homeOf(body)}/-/jobs/${job.id}`
    const file = job.artifacts_file?.filename
    const artifact = file
      ? `\n  * built artifact: *${file}* [[Browse](${url}/artifacts/browse)|[Download](${url}/artifacts/download)]`
      : ''
    return `* [${job.name}](${url}) - ${job.status}${artifact}`
  })
  const content = `[Pipeline (${id})](${homeOf(body)}/-/pipelines/${id}) ${change} with build(s):\n${builds.join('\n')}.`
  return { topic: branchTopic(nameOf(body), branchOf(ref)), content: inProject(body, delivery, content) }
})

export const ciEvents: Record<string, AnyEvent> = {
  'Job Hook': buildChanged,
  'Build Hook': buildChanged,
  'Pipeline Hook': pipelineChanged,
}
