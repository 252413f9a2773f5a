import type { usageWords as English } from '../en-usage'

export const usageWords: typeof English = {
  now: 'Was sie hat',
  counts: {
    people: 'Personen',
    active_people: 'Aktiv in den letzten 30 Tagen',
    bots: 'Bots',
    channels: 'Kanäle',
    messages: 'Nachrichten bisher',
    messages_of_30_days: 'Nachrichten in den letzten 30 Tagen',
    file_bytes: 'Dateien',
  },
  days: 'Die letzten Tage',
  daysText: 'In UTC. Die Zahlen sind einige Minuten alt.',
  day: 'Tag',
  ofDay: { messages: 'Nachrichten', requests: 'Anfragen', emails: 'E-Mails', pushes: 'Push-Benachrichtigungen' },
  costs: 'Was ein Monat den Betreiber kostet',
  calls: 'Anrufe',
  callsText:
    'Stimmen und Bilder gehen von Browser zu Browser oder über den Medienserver des Betreibers. Ein Anruf kostet hier nur seine Anfragen: Eine Stunde mit zehn Teilnahmen ist weniger als ein Zehntel Cent. Relay und Medienserver werden dort bezahlt, wo sie laufen.',
  mediaText:
    'Der Medienserver von Cloudflare kostet 0,05 $ je GB, das Teilnehmer empfangen, nach 1.000 GB im Monat: etwa einen Cent für eine Stunde mit zehn Stimmen und 40 Cent mit zehn Kameras.',
  costsText: (plan) =>
    `Eine Schätzung aus den Personen und Nachrichten der letzten 30 Tage und aus gezählter Arbeit. Sie enthält ${plan} für den Tarif der Plattform und keinen Speicher. Programme mit WebSockets kosten weniger als Programme mit Long Polls.`,
  resource: 'Arbeit',
  withSockets: 'Mit WebSockets',
  withPolls: 'Mit Long Polls',
  total: 'Ein Monat',
  resources: {
    worker_requests: 'Anfragen',
    worker_cpu_ms: 'CPU-Zeit, ms',
    realm_requests: 'Anfragen an das Objekt der Organisation',
    realm_gb_seconds: 'Speicher des Objekts, GB-Sekunden',
    realm_rows_written: 'Geschriebene Zeilen',
    realm_rows_read: 'Gelesene Zeilen',
    d1_rows_written: 'In das Archiv geschriebene Zeilen',
    d1_rows_read: 'Aus dem Archiv gelesene Zeilen',
  },
  cell: (amount, dollars) => `${amount} · ${dollars}`,
}
