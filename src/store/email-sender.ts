import type { RenderedEmail } from './email'

/** Sends one email. Rejects if it was not sent. */
export type SendEmail = (email: RenderedEmail) => Promise<void>

/** The platform's binding. It composes the message, so the content cannot add a header. */
export type EmailBinding = {
  send(message: {
    from: { email: string; name: string }
    to: string
    subject: string
    text: string
    html: string
  }): Promise<unknown>
}

/** Returns the sender of a deployment. Without a binding it rejects, so the emails stay in the queue. */
export const emailSender =
  (binding: EmailBinding | undefined, mail_from: string): SendEmail =>
  async ({ from_name, ...email }) => {
    if (binding === undefined || mail_from === '') throw new Error('There is no EMAIL binding, or no MAIL_FROM')
    await binding.send({ from: { email: mail_from, name: from_name }, ...email })
  }
