import { address, many, maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'

const OPERATORS: Readonly<Record<string, string>> = {
  WORSE_THAN: 'should be better or equal to',
  GREATER_THAN: 'should be less than or equal to',
  LESS_THAN: 'should be greater than or equal to',
}
const condition = one({
  metric: text,
  operator: maybe(text),
  value: maybe(text),
  status: text,
  errorThreshold: maybe(text),
})
const body = one({
  project: one({ name: text, url: address }),
  branch: maybe(one({ name: text })),
  qualityGate: one({ status: text, conditions: many(condition) }),
})

export const sonarqube = integration({
  title: 'Sonarqube',
  display_name: 'SonarQube',
  category: 'continuous-integration',
  setup: 'Administration → Configuration → Webhooks → Create.',
  reads: json,
  events: {
    message: on(body, ({ project, branch, qualityGate: { status, conditions } }) => {
      const failed = conditions
        .filter((each) => !['ok', 'no_value'].includes(each.status.toLowerCase()))
        .map((each) => {
          const rule = OPERATORS[each.operator ?? ''] ?? each.operator ?? ''
          const value = each.value ? ` ${each.value} ${rule} ${each.errorThreshold ?? ''}` : ''
          return `* ${each.metric.replaceAll('_', ' ')}: **${each.status.toLowerCase()}**${value}.`
        })
      const where = branch ? ` of branch ${branch.name}` : ''
      const result = status.toLowerCase() === 'ok' ? 'success' : 'error'
      const start = `Project [${project.name}](${project.url}) analysis${where} resulted in ${result}`
      return {
        topic: branch ? `${project.name} / ${branch.name}` : project.name,
        content: failed.length === 0 ? `${start}.` : `${start}:\n${failed.join('\n')}`,
      }
    }),
  },
  signature: hmac({ header: 'x-sonar-webhook-hmac-sha256' }),
})
