import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  region: 'Erste Schritte',
  title: (realm) => `${realm} einrichten`,
  text: 'Vier Schritte. Jeder ist erledigt, wenn er wahr ist. Sie können gehen und wiederkommen.',
  tasks: {
    profile: {
      name: 'Name und Bild',
      text: 'Damit man die Organisation erkennt.',
      open: 'Ändern',
    },
    channels: {
      name: 'Kanäle für den Anfang',
      text: 'Alle, die beitreten, sind darin. Ohne Kanal sehen neue Mitglieder nichts.',
      open: 'Wählen',
    },
    people: {
      name: 'Menschen',
      text: 'Per E-Mail, oder mit einem Link für viele. Sie beginnen in Ihrem ersten Kanal.',
      open: 'Einladen',
    },
    notifications: {
      name: 'Was Sie unterbrechen darf',
      text: 'Der Browser fragt einmal. Bis dahin bleibt er still.',
      open: 'Entscheiden',
    },
  },
  previews: {
    name: 'Verlinkte Seiten zeigen',
    text: 'Titel, Text und Bild einer Seite unter der Nachricht. Dieser Server fragt die Seite danach.',
  },
  done: 'Erledigt',
  openOf: (open, name) => `${open}: ${name}`,
  channels: ['allgemein', 'hilfe', 'pause'],
  create: (count) => (count === 1 ? '1 Kanal anlegen' : `${count} Kanäle anlegen`),
  another: 'Weiterer Kanal',
  afterChannels: 'Nach den Kanälen',
  import: 'Stattdessen alles aus Slack, Zulip oder einem anderen Server holen',
  hide: 'Ausblenden',
  step: (at, all, name) => `Schritt ${at} von ${all}: ${name}`,
  next: (name) => `Weiter: ${name}`,
  welcome: (name) => `Willkommen, ${name}`,
  choose: (count, realm) =>
    count === 1
      ? `Sie sind in einem Kanal von ${realm}. Wählen Sie weitere. Sie können jeden verlassen.`
      : `Sie sind in ${count} Kanälen von ${realm}. Wählen Sie weitere. Sie können jeden verlassen.`,
  open: (realm) => `${realm} öffnen`,
  all: (count) => `Alle ${count} Kanäle ansehen`,
}
