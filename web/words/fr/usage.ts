// The text of what the organization uses and costs, in French.

import type { usageWords as English } from '../en-usage'

export const usageWords: typeof English = {
  now: 'Contenu',
  counts: {
    people: 'Personnes',
    active_people: 'Actives ces 30 derniers jours',
    bots: 'Bots',
    channels: 'Canaux',
    messages: 'Messages à ce jour',
    messages_of_30_days: 'Messages des 30 derniers jours',
    file_bytes: 'Fichiers',
  },
  days: 'Les derniers jours',
  daysText: 'En UTC. Les chiffres datent de quelques minutes.',
  day: 'Jour',
  ofDay: { messages: 'Messages', requests: 'Requêtes', emails: 'E-mails', pushes: 'Notifications push' },
  costs: 'Ce qu’un mois coûte à l’opérateur',
  calls: 'Appels',
  callsText:
    'Les voix et les images vont d’un navigateur à l’autre, ou passent par le serveur de médias de l’opérateur. Un appel ne coûte ici que ses requêtes : une heure avec dix arrivées coûte moins d’un dixième de centime. Le relais et le serveur de médias se paient là où ils tournent.',
  mediaText:
    'Le serveur de médias de Cloudflare coûte 0,05 $ par Go reçu par les participants, après 1 000 Go par mois : environ un centime pour une heure de dix voix, et 40 centimes avec dix caméras.',
  costsText: (plan) =>
    `Une estimation à partir des personnes et des messages des 30 derniers jours, et du travail mesuré. Elle comprend ${plan} pour l’abonnement à la plateforme, sans le stockage. Les clients avec WebSockets coûtent moins que les clients avec long polling.`,
  resource: 'Travail',
  withSockets: 'Avec WebSockets',
  withPolls: 'Avec long polling',
  total: 'Un mois',
  resources: {
    worker_requests: 'Requêtes',
    worker_cpu_ms: 'Temps CPU, ms',
    realm_requests: 'Requêtes à l’objet de l’organisation',
    realm_gb_seconds: 'Mémoire de l’objet, Go-secondes',
    realm_rows_written: 'Lignes écrites',
    realm_rows_read: 'Lignes lues',
    d1_rows_written: 'Lignes écrites dans l’archive',
    d1_rows_read: 'Lignes lues dans l’archive',
  },
  cell: (amount, dollars) => `${amount} · ${dollars}`,
}
