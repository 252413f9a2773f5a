import { describe, expect, test } from 'vitest'
import { withoutMissingAddresses, NO_ADDRESS } from '../../src/integrations/missing-addresses'
import { answering, editable, RECORDED_SERVICES, recordedOf } from '../support/recorded-deliveries'

/** Returns a copy of a value, in which each object has a field that no service declares. */
const withSurplus = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSurplus)
  if (typeof value !== 'object' || value === null) return value
  const copied = Object.entries(value).map(([name, inner]) => [name, withSurplus(inner)])
  return { ...Object.fromEntries(copied), surplus_of_a_newer_version: { deep: [1, null, 'x'] } }
}

/** These messages list all fields of an object: the whole body, the hosts, what changed, and the data of the sender. */
const SHOW_ALL = ['json', 'ansibletower', 'stripe', 'raygun']

test.each(RECORDED_SERVICES.filter((service) => !SHOW_ALL.includes(service)))(
  '%s ignores unknown fields',
  async (service) => {
    for (const recorded of recordedOf(service)) {
      const { value, write } = editable(recorded.body) ?? {}
      if (write === undefined) continue
      const answer = await answering(recorded)
      // What was written again has other decimals than the recorded body.
      const expected = answer(write(value))
      expect([recorded.name, answer(write(withSurplus(value)))]).toEqual([recorded.name, expected])
    }
  },
)

describe('a refusal names the field that the message needs', () => {
  const jira = (body: unknown) =>
    answering({ service: 'jira', name: '', query: '', body: '' }).then((answer) => answer(JSON.stringify(body)))
  const issue = { key: 'P-1', fields: { summary: 'Fix' } }

  test('if a text is missing in an object', async () => {
    expect(
      await jira({ webhookEvent: 'jira:issue_created', user: { displayName: 'Leo' }, issue: { fields: {} } }),
    ).toMatchObject({
      refusal: { code: 'ANOMALOUS_WEBHOOK_PAYLOAD', msg: expect.stringContaining(`needs the field 'issue.key'`) },
    })
  })
  test('if a whole object is missing', async () => {
    expect(await jira({ webhookEvent: 'jira:issue_created', issue })).toMatchObject({
      refusal: { msg: expect.stringContaining(`needs the field 'user.displayName'`) },
    })
  })
  test('soon, however many fields are missing', async () => {
    const changelog = { items: Array.from({ length: 20_000 }, () => 'surprise') }
    const begin = performance.now()
    const user = { displayName: 'Leo' }
    const labels = Array.from({ length: 20_000 }, () => ({}))
    await jira({ webhookEvent: 'jira:issue_updated', user, issue, changelog })
    const github = await answering({
      service: 'github',
      name: '',
      query: '',
      body: '',
      headers: { 'x-github-event': 'push' },
    })
    expect(github(JSON.stringify({ ref: 'refs/heads/x', commits: labels }))).toMatchObject({
      refusal: { msg: expect.stringContaining('needs the field') },
    })
    expect(performance.now() - begin).toBeLessThan(3000)
  })
  test('and there is none if the text does without it', async () => {
    expect(
      await jira({ webhookEvent: 'jira:issue_created', user: { displayName: 'Leo', emailAddress: [] }, issue }),
    ).toMatchObject({ texts: [{ topic: 'P-1: Fix' }] })
  })
})

test.each([
  [`See [the log](${NO_ADDRESS}).`, 'See the log.'],
  [`[PR #1 [WIP] x](${NO_ADDRESS}/pull/1) by [Ada](https://a.example)`, 'PR #1 [WIP] x by [Ada](https://a.example)'],
  [`[\`f(a[0])\`](${NO_ADDRESS}&tab=2)`, '`f(a[0])`'],
  [`a]b](${NO_ADDRESS})`, 'a]b]()'],
  ['[x]() stays', '[x]() stays'],
])('a link without an address is its text: %j', (text, expected) => {
  expect(withoutMissingAddresses(text)).toBe(expected)
})
