import { describe, expect, test } from 'vitest'
import { deliveryOf } from '../../src/integrations/delivery'
import { interpret } from '../../src/integrations/interpret'
import { findIntegration } from '../../src/integrations/services'

// Events and fields of which the recorded deliveries have none.
type Case = { what: string; body: object; text: string | undefined; headers?: Record<string, string> }

const trello = (type: string, data: object) => ({
  action: { type, memberCreator: { fullName: 'TomaszKolek' }, data: { board: { name: 'Welcome' }, ...data } },
})
const card = { name: 'Card', shortLink: 'r33ylX2Z' }
const stripe = (type: string, object: object) => ({ type, data: { object } })
const pagerduty = (event: string, fields: object) => ({
  messages: [
    {
      event,
      incident: { incident_number: 33, html_url: 'https://pd/33', service: { name: 'Prod', html_url: 'https://pd/s' } },
    },
  ].map((message) => ({ ...message, incident: { ...message.incident, ...fields } })),
})
const patron = (fields: object, type = 'tier') => ({
  data: { attributes: { full_name: 'Kopi', currently_entitled_amount_cents: 1000, ...fields } },
  included: [
    { type: 'campaign', attributes: { patron_count: 3, pay_per_name: 'month' } },
    { type, attributes: {} },
  ],
})
const front = (type: string, source: object) => ({ type, conversation: { id: 'cnv_1' }, source })

const CASES: Readonly<Record<string, Case[]>> = {
  trello: [
    {
      what: 'a description of several lines',
      body: trello('updateCard', { card: { ...card, desc: 'First\nsecond' }, old: { desc: '' } }),
      text: 'TomaszKolek set description for [Card](https://trello.com/c/r33ylX2Z) to:\n~~~ quote\nFirst\nsecond\n~~~',
    },
  ],
  stripe: [
    {
      what: 'a new customer with facts',
      body: stripe('customer.created', {
        id: 'cus_1',
        object: 'customer',
        email: 'a@example.com',
        metadata: { plan: 'gold', seats: [1, true] },
      }),
      text: '[Customer](https://dashboard.stripe.com/customers/cus_1) created\nEmail: a@example.com\nplan: gold\nseats: [1, True]',
    },
    { what: 'a payout', body: stripe('payout.created', { id: 'po_1', object: 'payout' }), text: undefined },
  ],
  pagerduty: [
    {
      what: 'who resolved an incident',
      body: pagerduty('incident.resolve', {
        description: 'Disk is full',
        assignments: [],
        last_status_change_by: { summary: 'Laura', html_url: 'https://pd/u' },
      }),
      text: 'Incident [33](https://pd/33) resolved by [Laura](https://pd/u).\n\n``` quote\nDisk is full\n```',
    },
  ],
  patreon: [
    {
      what: 'a new pledge without a header',
      body: patron({ patron_status: 'active_patron', last_charge_status: 'Paid' }, 'user'),
      text: 'Kopi has pledged $10.00 per month. :tada:\nTotal number of patrons: 3',
    },
    {
      what: 'a changed pledge without a header',
      body: patron({ patron_status: 'active_patron', last_charge_status: 'Paid' }),
      text: 'Kopi has updated their pledge to $10.00 per month. :gear:',
    },
    {
      what: 'a charge that failed',
      body: patron({ patron_status: 'active_patron', last_charge_status: 'Declined' }),
      text: undefined,
    },
  ],
  updown: [
    {
      what: 'a time in UTC',
      body: [
        {
          event: 'check.down',
          check: { url: 'https://updown.io' },
          downtime: { error: '500', started_at: '2016-02-07T13:11:43Z' },
        },
      ],
      text: 'Service is `down`. It returned a 500 error at 2016-02-07 13:11:43 UTC.',
    },
  ],
  freshstatus: [
    {
      what: 'a note of a closed incident',
      body: {
        event_data: { event_type: 'INCIDENT_NOTE_CREATE' },
        title: 'Outage',
        incident_status: 'Closed',
        message: 'It works.',
      },
      text: 'The following incident has been closed: **Outage**\n**Note:** It works.',
    },
  ],
  circleci: [
    {
      what: 'a test event',
      body: { type: 'ping', webhook: { name: 'Hook' } },
      text: "Webhook 'Hook' test event successful.",
    },
  ],
  front: [
    {
      what: 'what a rule did',
      body: front('archive', { _meta: { type: 'rule' }, data: { name: 'Old' } }),
      text: "Archived by **'Old' rule**.",
    },
  ],
  wekan: [
    {
      what: 'a comment of several lines',
      body: { text: 'Ann commented:\n"Done"\nhttp://wekan/b/1' },
      text: 'Ann commented:"Done".\n\n[See in Wekan](http://wekan/b/1)',
    },
  ],
  sentry: [
    {
      what: 'the oldest form',
      body: { project_name: 'Shop', level: 'error', url: 'https://sentry/1', message: 'It broke.' },
      text: 'New [issue](https://sentry/1) (level: ERROR):\n\n``` quote\nIt broke.\n```',
    },
    {
      what: 'the oldest form of an exception',
      body: { project_name: 'Shop', level: 'error', url: 'https://sentry/1', message: '', culprit: 'app in pay' },
      text: 'New [issue](https://sentry/1) (level: ERROR):\n\n``` quote\napp in pay\n```',
    },
  ],
}

describe.each(Object.entries(CASES))('%s', (service, cases) => {
  test.each(cases)('tells $what', async ({ body, headers = {}, text }) => {
    const integration = (await findIntegration(service))!
    const delivery = deliveryOf(integration, {
      headers: new Headers({ ...headers, 'content-type': 'application/json' }),
      parameters: new URLSearchParams(),
      now: 1_900_000_000,
    })
    const written = JSON.stringify(body)
    const raw = { bytes: new TextEncoder().encode(written), text: written, content_type: 'application/json' }
    expect(interpret(integration, raw, delivery, {}).texts[0]?.content).toBe(text)
  })
})
