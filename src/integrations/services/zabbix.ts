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

/** What the script sends: the service replaces its macros. */
const TEMPLATE = `{
  "hostname": "{HOST.NAME}",
  "severity": "{EVENT.SEVERITY}",
  "status": "{EVENT.STATUS}",
  "item": "{ITEM.NAME1} is {ITEM.VALUE1}",
  "trigger": "{EVENT.NAME}",
  "link": "{$ZABBIX_URL}/tr_events.php?triggerid={TRIGGER.ID}&eventid={EVENT.ID}"
}`

/** A person writes the body, as a template. So a missing field is a mistake that the owner can mend. */
export const zabbix = integration({
  title: 'Zabbix',
  category: 'monitoring',
  setup:
    'Administration → Media types → Webhook with a script that sends hostname, severity, status, item, trigger and link.',
  template: TEMPLATE,
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
