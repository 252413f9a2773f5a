// The text of what administrators see of the organization's emails.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const mailWords = translated('mailWords', {
  text: 'Emails wait here until they are sent. Their recipients and texts are not shown.',
  cannotSend: 'This server cannot send emails. Its operator has not configured it.',
  noneWaits: 'No email waits.',
  waits: 'Emails that wait',
  waiting: (count: number) => `${count} ${count === 1 ? 'email waits' : 'emails wait'}.`,
  waitingHeads: ['Next attempt', 'Given up after', 'Failures', 'Last error'],
  refused: 'Addresses that refused emails',
  refusedText: 'They get no emails for 30 days.',
  noneRefused: 'No address refused an email.',
  allow: 'Send emails again',
  figures: 'The last 30 days',
  figuresText: 'How many emails and push notifications of each day reached which end.',
  noFigures: 'Nothing was sent.',
  figureHeads: ['Day', 'Kind', 'End', 'Count'],
  media: record({ email: 'Email', push: 'Push' }),
  outcomes: record({
    sent: 'Sent',
    failed: 'Attempt failed',
    expired: 'Given up',
    refused: 'Refused',
    suppressed: 'Not sent to a refused address',
    not_needed: 'Not needed any more',
  }),
})
