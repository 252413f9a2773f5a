import type { RenderedEmail } from './email'

/** Sends one letter, or fails. */
export type SendEmail = (mail: RenderedEmail) => Promise<void>

/** What the platform's binding takes: it puts the message together, so nothing that is said can become a header of it. */
export type EmailBinding = {
  send(message: {
    from: { email: string; name: string }
    to: string
    subject: string
    text: string
    html: string
  }): Promise<unknown>
}

/** The platform's, where there is one; a deployment without one keeps its letters until it has. */
export const emailSender =
  (binding: EmailBinding | undefined, mail_from: string): SendEmail =>
  async ({ from_name, ...mail }) => {
    if (binding === undefined || mail_from === '') throw new Error('There is no EMAIL binding, or no MAIL_FROM')
    await binding.send({ from: { email: mail_from, name: from_name }, ...mail })
  }
