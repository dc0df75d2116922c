/** Lists every operation of the service by resource. A test compares this table with the folders. */
import { checkPrompts } from "./ai-visibility/check-prompts"
import { createBrand } from "./ai-visibility/create-brand"
import { createProject } from "./ai-visibility/create-project"
import { createPrompts } from "./ai-visibility/create-prompts"
import { createTopic } from "./ai-visibility/create-topic"
import { deleteTopic } from "./ai-visibility/delete-topic"
import { getAnswer } from "./ai-visibility/get-answer"
import { getMetrics } from "./ai-visibility/get-metrics"
import { getProject } from "./ai-visibility/get-project"
import { getPrompt } from "./ai-visibility/get-prompt"
import { getSentimentModel } from "./ai-visibility/get-sentiment-model"
import { getSource } from "./ai-visibility/get-source"
import { getSourceChanges } from "./ai-visibility/get-source-changes"
import { getSourceClasses } from "./ai-visibility/get-source-classes"
import { listAnswers } from "./ai-visibility/list-answers"
import { listBrands } from "./ai-visibility/list-brands"
import { listCitations } from "./ai-visibility/list-citations"
import { listEngineSettings } from "./ai-visibility/list-engine-settings"
import { listEngines } from "./ai-visibility/list-engines"
import { listProjects } from "./ai-visibility/list-projects"
import { listPrompts } from "./ai-visibility/list-prompts"
import { listSuggestedBrands } from "./ai-visibility/list-suggested-brands"
import { listTopics } from "./ai-visibility/list-topics"
import { setUpEngine } from "./ai-visibility/set-up-engine"
import { setUpSentimentModel } from "./ai-visibility/set-up-sentiment-model"
import { testEngine } from "./ai-visibility/test-engine"
import { updateBrand } from "./ai-visibility/update-brand"
import { updateProject } from "./ai-visibility/update-project"
import { updatePrompt } from "./ai-visibility/update-prompt"
import { updateTopic } from "./ai-visibility/update-topic"
import { listAudit } from "./audit/list"
import { archiveClient } from "./clients/archive"
import { createClient } from "./clients/create"
import { getClient } from "./clients/get"
import { listClients } from "./clients/list"
import { pauseClient } from "./clients/pause"
import { queryClientMetrics } from "./clients/query-metrics"
import { restoreClient } from "./clients/restore"
import { resumeClient } from "./clients/resume"
import { updateClient } from "./clients/update"
import { copyAsCurl } from "./deliveries/copy-as-curl"
import { expungeMessage } from "./deliveries/expunge"
import { getDelivery } from "./deliveries/get"
import { listDeliveries } from "./deliveries/list"
import { listAttempts } from "./deliveries/list-attempts"
import { resendDelivery } from "./deliveries/resend"
import { retryWaiting } from "./deliveries/retry-waiting"
import { getEvent } from "./events/get"
import { listEvents } from "./events/list"
import { listChanges } from "./installation/list-changes"
import { listTeams } from "./installation/list-teams"
import { updateTeam as updateTeamAsOperator } from "./installation/update-team"
import type { AnyOperation } from "./kernel/operation"
import { createKey } from "./keys/create"
import { getKey } from "./keys/get"
import { getKeyRequest } from "./keys/get-request"
import { getKeyUsage } from "./keys/get-usage"
import { listKeys } from "./keys/list"
import { listKeyRequests } from "./keys/list-requests"
import { revokeKey } from "./keys/revoke"
import { rotateKey } from "./keys/rotate"
import { listMetrics } from "./metrics/list"
import { listDimensions } from "./metrics/list-dimensions"
import { changePassword } from "./people/change-password"
import { disconnectAccount } from "./people/disconnect-account"
import { endSession } from "./people/end-session"
import { getAccount } from "./people/get-account"
import { listSessions } from "./people/list-sessions"
import { signOutEverywhere } from "./people/sign-out-everywhere"
import { signUp } from "./people/sign-up"
import { updatePerson } from "./people/update"
import { cancelRecovery } from "./recoveries/cancel"
import { createRecovery } from "./recoveries/create"
import { getRecovery } from "./recoveries/get"
import { listRecoveries } from "./recoveries/list"
import { getReport } from "./reports/get"
import { getReportData } from "./reports/get-data"
import { getWidgetData } from "./reports/get-widget-data"
import { listReports } from "./reports/list"
import { cancelScan } from "./scans/cancel"
import { createScan } from "./scans/create"
import { estimateScan } from "./scans/estimate"
import { getScan } from "./scans/get"
import { getProgress } from "./scans/get-progress"
import { listScans } from "./scans/list"
import { listTasks } from "./scans/list-tasks"
import { acceptInvitation } from "./teams/accept-invitation"
import { changePlan } from "./teams/change-plan"
import { changeRole } from "./teams/change-role"
import { createTeam } from "./teams/create"
import { getTeam } from "./teams/get"
import { getInvitation } from "./teams/get-invitation"
import { invite } from "./teams/invite"
import { leaveTeam } from "./teams/leave"
import { listInvitations } from "./teams/list-invitations"
import { listMembers } from "./teams/list-members"
import { listMyTeams } from "./teams/list-mine"
import { listPlans } from "./teams/list-plans"
import { removeMember } from "./teams/remove-member"
import { revokeInvitation } from "./teams/revoke-invitation"
import { updateTeam } from "./teams/update"
import { getMe } from "./usage/get-me"
import { createWebhook } from "./webhooks/create"
import { deleteWebhook } from "./webhooks/delete"
import { dismissNotice } from "./webhooks/dismiss-notice"
import { getWebhook } from "./webhooks/get"
import { getStats } from "./webhooks/get-stats"
import { listWebhooks } from "./webhooks/list"
import { listNotices } from "./webhooks/list-notices"
import { listSigningKeys } from "./webhooks/list-signing-keys"
import { pauseWebhook } from "./webhooks/pause"
import { resumeWebhook } from "./webhooks/resume"
import { rotateSecret } from "./webhooks/rotate-secret"
import { rotateSigningKey } from "./webhooks/rotate-signing-key"
import { sendTest } from "./webhooks/send-test"
import { updateWebhook } from "./webhooks/update"

export const operations = {
  audit: { list: listAudit },
  clients: {
    list: listClients,
    get: getClient,
    create: createClient,
    update: updateClient,
    pause: pauseClient,
    resume: resumeClient,
    archive: archiveClient,
    restore: restoreClient,
    queryMetrics: queryClientMetrics,
  },
  metrics: { list: listMetrics, listDimensions },
  reports: { list: listReports, get: getReport, getData: getReportData, getWidgetData },
  aiVisibility: {
    listProjects,
    getProject,
    createProject,
    updateProject,
    getMetrics,
    listBrands,
    createBrand,
    updateBrand,
    listSuggestedBrands,
    listPrompts,
    getPrompt,
    checkPrompts,
    createPrompts,
    updatePrompt,
    listTopics,
    createTopic,
    updateTopic,
    deleteTopic,
    listEngines,
    listEngineSettings,
    setUpEngine,
    getSentimentModel,
    setUpSentimentModel,
    testEngine,
    listAnswers,
    getAnswer,
    listCitations,
    getSource,
    getSourceChanges,
    getSourceClasses,
  },
  scans: {
    list: listScans,
    get: getScan,
    getProgress,
    listTasks,
    estimate: estimateScan,
    create: createScan,
    cancel: cancelScan,
  },
  keys: {
    list: listKeys,
    get: getKey,
    create: createKey,
    rotate: rotateKey,
    revoke: revokeKey,
    listRequests: listKeyRequests,
    getRequest: getKeyRequest,
    getUsage: getKeyUsage,
  },
  events: { list: listEvents, get: getEvent },
  webhooks: {
    list: listWebhooks,
    get: getWebhook,
    create: createWebhook,
    update: updateWebhook,
    pause: pauseWebhook,
    resume: resumeWebhook,
    delete: deleteWebhook,
    rotateSecret,
    sendTest,
    getStats,
    listNotices,
    dismissNotice,
    listSigningKeys,
    rotateSigningKey,
  },
  deliveries: {
    list: listDeliveries,
    get: getDelivery,
    listAttempts,
    resend: resendDelivery,
    retryWaiting,
    copyAsCurl,
    expunge: expungeMessage,
  },
  recoveries: { list: listRecoveries, get: getRecovery, create: createRecovery, cancel: cancelRecovery },
  usage: { getMe },
  installation: { listTeams, updateTeam: updateTeamAsOperator, listChanges },
  people: {
    signUp,
    getAccount,
    update: updatePerson,
    changePassword,
    listSessions,
    endSession,
    signOutEverywhere,
    disconnectAccount,
  },
  teams: {
    listMine: listMyTeams,
    create: createTeam,
    get: getTeam,
    update: updateTeam,
    changePlan,
    listPlans,
    listMembers,
    changeRole,
    removeMember,
    leave: leaveTeam,
    invite,
    listInvitations,
    revokeInvitation,
    getInvitation,
    acceptInvitation,
  },
} as const satisfies Record<string, Record<string, AnyOperation>>

export type Operations = typeof operations

/** The same operations as a flat list. */
export const allOperations: AnyOperation[] = Object.values(operations).flatMap(
  (resource) => Object.values(resource) as AnyOperation[],
)
