// The text of what the organization uses and costs.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const usageWords = translated('usageWords', {
  now: 'What it has',
  counts: record({
    people: 'People',
    active_people: 'Active in the last 30 days',
    bots: 'Bots',
    channels: 'Channels',
    messages: 'Messages so far',
    messages_of_30_days: 'Messages in the last 30 days',
    file_bytes: 'Files',
  }),
  days: 'The last days',
  daysText: 'In UTC. The figures are a few minutes old.',
  day: 'Day',
  ofDay: record({ messages: 'Messages', requests: 'Requests', emails: 'Emails', pushes: 'Push notifications' }),
  costs: 'What a month costs the operator',
  calls: 'Calls',
  callsText:
    'Voices and pictures go from browser to browser, or over the media server of the deployment. Here a call costs only its requests: an hour with ten joins is less than a tenth of a cent. A relay and a media server are paid where they run.',
  mediaText:
    'The media server of Cloudflare costs $0.05 for each GB that participants receive, after 1,000 GB a month: about a cent for an hour of ten voices, and 40 cents with ten cameras.',
  costsText: (plan: string) =>
    `An estimate from the people and messages of the last 30 days, and from counted work. It includes ${plan} for the plan of the platform, and no storage. Clients with WebSockets cost less than clients with long polls.`,
  resource: 'Work',
  withSockets: 'With WebSockets',
  withPolls: 'With long polls',
  total: 'A month',
  resources: record({
    worker_requests: 'Requests',
    worker_cpu_ms: 'CPU time, ms',
    realm_requests: 'Requests to the organization’s object',
    realm_gb_seconds: 'Memory of the object, GB-seconds',
    realm_rows_written: 'Rows written',
    realm_rows_read: 'Rows read',
    d1_rows_written: 'Rows written to the archive',
    d1_rows_read: 'Rows read from the archive',
  }),
  cell: (amount: string, dollars: string) => `${amount} · ${dollars}`,
})
