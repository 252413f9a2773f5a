import type { appWords as English } from '../en-apps'

export const appWords: typeof English = {
  title: 'Sur les téléphones et les ordinateurs',
  apps: 'Les applications de Zulip pour téléphones et ordinateurs ouvrent cette organisation. Indiquez-leur l’adresse de cette page. Pour les appels, utilisez un navigateur.',
  on: 'Les téléphones reçoivent des notifications, chiffrées pour chaque téléphone.',
  ends: (date) =>
    `Les téléphones reçoivent des notifications jusqu’au ${date}. L’abonnement de cette organisation prend alors fin.`,
  off: 'Les téléphones ne reçoivent pas de notifications pour le moment.',
  why: 'Il faut un serveur enregistré auprès du service de notifications, un téléphone connecté et, pour plus de dix personnes, un abonnement.',
  aboutApps: 'Ce qui marche dans chaque application',
  getApps: 'Obtenir les applications',
  plans: 'Abonnements du service de notifications',
  bill: 'Abonnement et facture de cette organisation',
}
