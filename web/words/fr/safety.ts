// The text about how a user logs in, and about who acts for the user, in French.

import type { safetyWords as English } from '../en-safety'
import { count } from './grammar'

export const safetyWords: typeof English = {
  confirm: 'Confirmez votre identité',
  confirmText: 'Pour cette modification, prouvez que c’est bien vous.',
  goOn: 'Continuer',
  usePasskey: 'Utiliser une clé d’accès',
  noPasskeyUsed: 'Aucune clé d’accès n’a été utilisée. Réessayez.',
  logInAgain: 'Reconnectez-vous, puis faites la modification.',
  logInWith: (provider) => `Se reconnecter avec ${provider}`,

  codes: 'Codes à usage unique',
  codesText: 'La connexion demande alors, en plus du mot de passe, un code de votre téléphone.',
  codesSince: (day) => `Activés depuis : ${day}.`,
  codesLeft: (codes) => `${count(codes, 'code de récupération restant', 'codes de récupération restants')}.`,
  manageCodes: 'Gérer les codes à usage unique',

  identities: 'Identités associées',
  identitiesText: 'Vous pouvez vous connecter avec chacune d’elles, quelle que soit son adresse.',
  connected: (day) => `Associée : ${day}`,
  providerGone: 'n’est plus proposé ici',
  connect: (provider) => `Associer ${provider}`,

  agents: 'Agents connectés',
  agentsText: 'Des programmes que vous autorisez à agir pour vous. Les autres voient quand l’un d’eux écrit.',
  lastUsed: (ago) => `dernière utilisation ${ago}`,
  onlyIn: 'Seulement dans',
  scopes: {
    'messages:read': 'lit les messages, les profils et les fichiers',
    'messages:write': 'écrit des messages et réagit',
    'drafts:write': 'enregistre des brouillons',
    'status:write': 'définit le statut',
    'teams:write': 'crée des canaux et modifie des groupes',
  },
  disconnect: 'Déconnecter',
  endAgent: (name) => `Déconnecter ${name}`,
  endAgentText: 'Il ne pourra plus lire ni écrire pour vous. Vous pourrez le connecter de nouveau.',

  agentCalls: 'Ce que les agents ont fait',
  agentCallsText: 'Les 500 derniers appels. Vous seul les voyez.',
  agentActs: {
    send_message: 'a envoyé un message',
    schedule_message: 'a programmé un message',
    cancel_scheduled: 'a annulé un message programmé',
    edit_message: 'a modifié un message',
    react: 'a réagi à un message',
    mark_read: 'a marqué des messages comme lus',
    save_draft: 'a enregistré un brouillon',
  },
  agentRead: 'a lu',
  agentRefused: 'refusé',
  agentMessage: 'Afficher le message',
  allAgentCalls: 'Tout afficher',
}
