import * as v from 'valibot'
import { html } from '../../../api/html'
import { page } from '../../../api/page'
import { endpoint } from '../../../edge'
import { anyone } from '../../people/users/callers'
import { notInProduction, refuseInProduction } from '../../people/users/in-development'

export const devMailbox = endpoint.decision({
  route: 'GET /dev_mailbox',
  summary: 'The mail that a production server would have sent, newest first. Development servers only.',
  caller: anyone,
  params: {},
  returns: {
    mail: v.array(
      v.strictObject({
        from_name: v.string(),
        to: v.string(),
        subject: v.string(),
        text: v.string(),
        html: v.string(),
        sent_at: v.number(),
      }),
    ),
  },
  errors: [notInProduction],
  prepare: refuseInProduction,
  decide: (realm) => ({ mail: realm.emails.mailbox() }),
})

export const devMailboxPage = endpoint.file({
  route: 'GET site:/dev/mailbox',
  summary: 'The same as a page to read. Development servers only.',
  caller: anyone,
  params: {},
  errors: [notInProduction],
  prepare: refuseInProduction,
  decide: (realm) => ({ mail: realm.emails.mailbox() }),
  serve: (_, { mail }) =>
    page(
      'Mail',
      html`${mail.map(
        (each) =>
          html`<section><h2>${each.subject}</h2><p>From ${each.from_name} to ${each.to}</p>${{ markup: each.html }}</section>`,
      )}`,
    ),
})
