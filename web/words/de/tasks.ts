import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  title: 'Erste Schritte',
  text: 'Fünf Schritte bereiten Ihre Organisation vor. Jeder öffnet sich in den Einstellungen, und diese Liste bleibt, bis Sie fertig sind.',
  tasks: {
    profile: { name: 'Name und Bild', text: 'Damit man die Organisation erkennt.' },
    channels: {
      name: 'Kanäle',
      text: 'Einer für jedes Gebiet oder Team, und die, in denen neue Mitglieder beginnen.',
    },
    invitations: { name: 'Einladungen', text: 'Per E-Mail, oder mit einem Link für viele.' },
    integrations: { name: 'Integrationen', text: 'Bots und Dienste, die hier schreiben, wie GitHub.' },
    notifications: { name: 'Benachrichtigungen', text: 'Bestimmen Sie, was Sie unterbricht.' },
  },
  done: 'Als erledigt markieren',
  isDone: '✓ Erledigt',
  markDone: (name) => `Als erledigt markieren: ${name}`,
  hide: 'Ausblenden',
  step: (at, all, name) => `Schritt ${at} von ${all}: ${name}`,
  next: 'Erledigt, nächster Schritt',
  finish: 'Erledigt',
  newChannel: 'Neuer Kanal',
}
