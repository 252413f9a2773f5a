import { address, maybe, one, text } from '../fields'
import { invalidBody } from '../errors'
import { integration, on } from '../integration'
import { json } from '../read-body'

const body = one({
  hostname: maybe(text),
  severity: maybe(text),
  status: maybe(text),
  item: maybe(text),
  trigger: maybe(text),
  link: address,
})

/** A person writes the body, as a template. So a missing field is a mistake that the owner can mend. */
export const zabbix = integration({
  title: 'Zabbix',
  reads: json,
  events: {
    message: on(body, ({ hostname, severity, status, item, trigger, link }) => {
      if (!hostname || !severity || !status || !item || !trigger) throw invalidBody({})
      return {
        topic: hostname,
        content: `${status} (${severity}) alert on [${hostname}](${link}):\n* ${trigger}\n* ${item}`,
      }
    }),
  },
})
