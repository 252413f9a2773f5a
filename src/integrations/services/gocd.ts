import { many, maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const modification = one({ user_name: text, comment: maybe(text) })
const revision = one({ modifications: many(modification), material: one({ description: text }) })
const stage = one({ result: maybe(text) })
const body = one({ build_cause: one({ material_revisions: many(revision) }), stages: many(stage), name: text })

export const gocd = integration({
  title: 'GoCD',
  reads: json,
  options: ['url'],
  events: {
    message: on(
      body,
      (
        {
          name,
          build_cause: {
            material_revisions: [first],
          },
          stages,
        },
        { option },
      ) => {
        // A delivery does not say where the server is. The address can.
        const server = option('url')?.replace(/\/$/, '')
        const [change] = first!.modifications
        const result = stages[0]?.result ?? 'Unknown'
        const repository = /URL: ([^,\s]+)/.exec(first!.material.description)?.[1] ?? first!.material.description
        return {
          topic: repository,
          content: [
            `Author: ${change!.user_name}`,
            `Build status: ${result} ${result === 'Passed' ? ':thumbs_up:' : ':thumbs_down:'}`,
            ...(server ? [`Details: [build log](${server}/go/tab/pipeline/history/${name})`] : []),
            `Comment: ${change!.comment ?? ''}`,
          ].join('\n'),
        }
      },
    ),
  },
})
