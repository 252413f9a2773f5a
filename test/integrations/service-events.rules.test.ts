import { testTexts, type ServiceCase } from '../support/service-texts'

// Kinds of events of which the recorded deliveries have none.
const repository = { name: 'shop', full_name: 'ann/shop', html_url: 'https://gh/shop', private: false }
const sender = { login: 'ann', html_url: 'https://gh/ann' }
const on = (event: string) => ({ 'x-github-event': event })
const issue = { number: 9, title: 'Broken', html_url: 'https://gh/9', body: 'It broke.' }
const branch = { label: 'ann:main' }
const pull_request = { number: 4, title: 'Fix', html_url: 'https://gh/4', body: 'Done.', head: branch, base: branch }
const discussion = { number: 2, title: 'Idea', html_url: 'https://gh/d2', body: 'Hm.', category: { name: 'General' } }
const milestone = { title: 'v1', html_url: 'https://gh/m1' }
const github = (event: string, fields: object, rest: Partial<ServiceCase> = {}) => ({
  headers: on(event),
  body: { repository, sender, ...fields },
  ...rest,
})

const alert = {
  labels: { alertname: 'Memory', zone: 'a' },
  annotations: { summary: 'High' },
  startsAt: '2026-01-01T00:00:00Z',
  endsAt: '0001-01-01T00:00:00Z',
}
const CASES: Readonly<Record<string, ServiceCase[]>> = {
  github: [
    {
      what: 'who was assigned to an issue',
      ...github('issues', { action: 'assigned', issue, assignee: { login: 'ben' } }),
      text: 'ann assigned ben to [issue #9](https://gh/9).',
    },
    {
      what: 'who was unassigned from a pull request',
      ...github('pull_request', { action: 'unassigned', pull_request, assignee: { login: 'ben' } }),
      text: 'ann unassigned ben from [PR #4](https://gh/4).',
    },
    {
      what: 'a new discussion',
      ...github('discussion', { action: 'created', discussion }),
      topic: 'shop discussion #2: Idea',
      text: 'ann created [discussion #2](https://gh/d2) in General:\n\n~~~ quote\n### Idea\nHm.\n~~~',
    },
    {
      what: 'another change of a discussion without its text',
      ...github('discussion', { action: 'answered', discussion }),
      text: 'ann answered [discussion #2](https://gh/d2) in General.',
    },
    {
      what: 'a changed comment on a discussion',
      ...github('discussion_comment', {
        action: 'edited',
        discussion,
        comment: { html_url: 'https://gh/c', body: 'Yes.' },
      }),
      text: 'ann edited a [comment](https://gh/c) on [discussion #2](https://gh/d2):\n\n~~~ quote\nYes.\n~~~',
    },
    {
      what: 'a new description of a team',
      ...github('team', { action: 'edited', changes: { description: {} }, team: { name: 'web', description: 'All' } }),
      topic: 'team web',
      text: '**ann** changed the team description to:\n\n~~~ quote\nAll\n~~~',
    },
    {
      what: 'where an issue went',
      ...github('issues', {
        action: 'transferred',
        issue,
        changes: { new_issue: { number: 1, html_url: 'https://gh/n1' }, new_repository: { full_name: 'ann/new' } },
      }),
      text: 'ann transferred [issue #9 Broken](https://gh/9) to [ann/new/#1](https://gh/n1).',
    },
    {
      what: 'where an issue came from',
      ...github('issues', {
        action: 'opened',
        issue,
        changes: { old_issue: { number: 1, html_url: 'https://gh/o1' }, old_repository: { full_name: 'ann/old' } },
      }),
      text: '[Issue #9 Broken](https://gh/9) was transferred from [ann/old#1](https://gh/o1).',
    },
    {
      what: 'the milestone of a pull request',
      ...github('pull_request', { action: 'demilestoned', pull_request, milestone }),
      text: '[ann](https://gh/ann) removed milestone [v1](https://gh/m1) from [PR #4](https://gh/4).',
    },
    {
      what: 'the place of a pull request in the merge queue',
      ...github('pull_request', { action: 'enqueued', pull_request }),
      text: 'ann added [PR #4](https://gh/4) to the merge queue.',
    },
    {
      what: 'nothing of an edit that changed nothing',
      ...github('issue_comment', {
        action: 'edited',
        issue,
        comment: { html_url: 'https://gh/c', body: 'Same' },
        changes: { body: { from: 'Same' } },
      }),
      text: undefined,
    },
    {
      what: 'nothing of the edit that follows each review',
      ...github('pull_request_review', {
        action: 'edited',
        pull_request,
        review: { html_url: 'https://gh/r', body: 'Good' },
        changes: {},
      }),
      text: undefined,
    },
    {
      what: 'the repository, if the address asks for it',
      ...github('public', {}, { query: 'include_repository_name=true' }),
      text: '[[ann/shop](https://gh/shop)] ann made the repository [ann/shop](https://gh/shop) public.',
    },
    {
      what: 'a new pull request by its older name',
      ...github('pull_request', { action: 'opened', pull_request }, { query: 'only_events=["opened_or_update*"]' }),
      text: 'ann opened [PR #4](https://gh/4) from `ann:main` to `ann:main`:\n\n~~~ quote\nDone.\n~~~',
    },
  ],
  gitea: [
    {
      what: 'who a pull request is assigned to',
      headers: { 'x-gitea-event': 'pull_request' },
      body: {
        action: 'assigned',
        repository,
        pull_request: {
          ...pull_request,
          id: 4,
          user: { username: 'ann' },
          assignee: { login: 'ben' },
          head: { ref: 'fix' },
          base: { ref: 'main' },
        },
      },
      text: 'ann assigned [PR #4](https://gh/4) from `fix` to `main` (assigned to ben).',
    },
    {
      what: 'a deleted branch',
      headers: { 'x-gitea-event': 'delete' },
      body: { ref: 'fix', ref_type: 'branch', sender: { username: 'ann' }, repository },
      topic: 'shop / fix',
      text: 'ann deleted branch fix.',
    },
    {
      what: 'a deleted tag',
      headers: { 'x-gitea-event': 'delete' },
      body: { ref: 'v1', ref_type: 'tag', sender: { username: 'ann' }, repository },
      topic: 'shop',
      text: 'ann removed tag v1.',
    },
  ],
  jira: [
    {
      what: 'a deleted comment as text that no longer counts',
      body: {
        webhookEvent: 'comment_deleted',
        comment: { body: 'Wrong', author: { displayName: 'Ann' } },
        issue: { key: 'S-1', fields: { summary: 'Shop' } },
      },
      topic: 'S-1: Shop',
      text: 'Ann deleted their comment on issue: *"Shop"*\n``` quote\n~~Wrong~~\n```',
    },
  ],
  newrelic: [
    {
      what: 'an incident without names',
      body: { current_state: 'closed', timestamp: 1_600_000_000_000 },
      topic: 'Unknown Policy (Unknown ID)',
      text: '[Incident](https://alerts.newrelic.com) **closed** for condition: **Unknown condition**',
    },
    {
      what: 'all policies of an incident',
      body: { state: 'closed', createdAt: 1_600_000_000_000, id: 'i', alertPolicyNames: ['Web', 'Disk'] },
      topic: 'Web,Disk (i)',
      text: '[Incident](https://alerts.newrelic.com) **closed** for condition: **Unknown condition**',
    },
  ],
  gosquared: [
    {
      what: 'a message of a visitor',
      body: {
        message: { content: 'Hello', private: false, session: { title: 'Shop chat' } },
        person: { status: 'visitor', _anon: { name: 'John' } },
      },
      topic: 'Live chat session - Shop chat',
      text: 'The visitor **John** messaged:\n\n``` quote\nHello\n```',
    },
    { what: 'no private message', body: { message: { private: true } }, text: undefined },
  ],
  grafana: [
    {
      what: 'all alerts with their labels',
      body: {
        status: 'firing',
        message: 'Look.',
        alerts: [alert, { ...alert, endsAt: '2026-01-02T00:00:00Z', labels: {}, annotations: {} }],
        truncatedAlerts: 1,
      },
      topic: '[FIRING:2]',
      text:
        ':alert: **FIRING**\n\nLook.\n\n---\n**Alert 1**: Memory.\n\nThis alert was fired at <time:2026-01-01T00:00:00Z>.\n' +
        'Labels:\n- alertname: Memory\n- zone: a\n\nAnnotations:\n- summary: High\n\n\n---\n**Alert 2**\n\n' +
        'This alert was fired at <time:2026-01-01T00:00:00Z>.\n\n' +
        'This alert was resolved at <time:2026-01-02T00:00:00Z>.\n\n1 alert(s) truncated.\n',
    },
  ],
  librato: [
    {
      what: 'snapshots, which are no form',
      body: { attachments: [{ title: 'https://m', image_url: 'https://i', author_name: 'Ann' }] },
      topic: 'Snapshots',
      text: '**Ann** sent a [snapshot](https://i) of [metric](https://m).',
    },
    {
      what: 'an alert without steps',
      form: 'payload',
      body: {
        alert: { id: 1, name: 'CPU' },
        conditions: [{ id: 5, type: 'above', threshold: 3, summary_function: 'max' }],
        violations: { web: [{ metric: 'cpu', recorded_at: 0, condition_violated: 5 }] },
      },
      text:
        'Alert [alert_name](https://metrics.librato.com/alerts#/1) has triggered! \n' +
        ' * Metric `cpu`, max was above 3, recorded at 1970-01-01 00:00:00 UTC.',
    },
  ],
  greenhouse: [
    {
      what: 'a changed candidate without an application',
      body: {
        action: 'update_candidate',
        payload: { candidate: { id: 7, first_name: 'Ann', last_name: 'Lee', email_addresses: [], attachments: [] } },
      },
      topic: 'Update Candidate - 7',
      text: 'Update Candidate Ann Lee (ID: 7), applying for:\n* **Role**: \n* **Emails**: \n* **Attachments**: ',
    },
  ],
  opencollective: [
    {
      what: 'who donated',
      body: { data: { member: { memberCollective: { name: 'Ann' } }, order: { formattedAmount: '€1.00' } } },
      text: '@_**Ann** donated **€1.00**! :tada:',
    },
  ],
  transifex: [
    {
      what: 'a review, from the address',
      body: {},
      query: 'event=review_completed&project=Shop&language=de&resource=ui&reviewed=100',
      topic: 'Shop in de',
      text: 'Resource ui fully reviewed.',
    },
    {
      what: 'a translation, from the body',
      body: { event: 'translation_completed', project: 'Shop', language: 'de', resource: 'ui', translated: 100 },
      text: 'Resource ui fully translated.',
    },
  ],
  slack: [
    {
      what: 'the channel in the topic',
      body: {},
      form: { user_name: 'ann', text: 'Hi', channel_name: 'general' },
      query: 'channels_map_to_topics=1',
      topic: 'channel: general',
      text: '**ann**: Hi',
    },
  ],
  sentry: [
    {
      what: 'an exception without lines around it',
      body: {
        data: {
          event: {
            title: 'E',
            web_url: 'https://s/1',
            datetime: '2026-01-01T00:00:00.5Z',
            level: 'error',
            platform: 'go',
            metadata: { filename: 'a.go' },
            exception: { values: [{ stacktrace: { frames: [{ filename: 'a.go', context_line: 'x' }] } }] },
          },
        },
      },
      text: '**New exception:** [E](https://s/1)\n```quote\n**level:** error\n**timestamp:** 2026-01-01 00:00:00\n**filename:** a.go\n```',
    },
  ],
}

testTexts(CASES)
