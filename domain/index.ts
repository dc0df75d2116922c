/** Lists every operation of the service by resource. A test compares this table with the folders. */
import { deleteEnginePrice } from "./ai-engines/delete-engine-price"
import { listEnginePrices } from "./ai-engines/list-engine-prices"
import { listEngineSettings } from "./ai-engines/list-engine-settings"
import { setEnginePrice } from "./ai-engines/set-engine-price"
import { setUpEngine } from "./ai-engines/set-up-engine"
import { testEngine } from "./ai-engines/test-engine"
import { createBrand } from "./ai-projects/brands/create-brand"
import { getBrandExamples } from "./ai-projects/brands/get-brand-examples"
import { listBrands } from "./ai-projects/brands/list-brands"
import { listSuggestedBrands } from "./ai-projects/brands/list-suggested-brands"
import { updateBrand } from "./ai-projects/brands/update-brand"
import { createProject } from "./ai-projects/create-project"
import { getProject } from "./ai-projects/get-project"
import { listEngines } from "./ai-projects/list-engines"
import { listProjectNames } from "./ai-projects/list-project-names"
import { listProjects } from "./ai-projects/list-projects"
import { checkPrompts } from "./ai-projects/prompts/check-prompts"
import { createPrompts } from "./ai-projects/prompts/create-prompts"
import { getPrompt } from "./ai-projects/prompts/get-prompt"
import { listPrompts } from "./ai-projects/prompts/list-prompts"
import { updatePrompt } from "./ai-projects/prompts/update-prompt"
import { updatePrompts } from "./ai-projects/prompts/update-prompts"
import { setSourceType } from "./ai-projects/set-source-type"
import { createTopic } from "./ai-projects/topics/create-topic"
import { deleteTopic } from "./ai-projects/topics/delete-topic"
import { listTopics } from "./ai-projects/topics/list-topics"
import { updateTopic } from "./ai-projects/topics/update-topic"
import { updateProject } from "./ai-projects/update-project"
import { getAnswer } from "./answers/get-answer"
import { getCitedPages } from "./answers/get-cited-pages"
import { getSource } from "./answers/get-source"
import { getSourceBrands } from "./answers/get-source-brands"
import { getSourceChanges } from "./answers/get-source-changes"
import { getSourceClasses } from "./answers/get-source-classes"
import { listAnswers } from "./answers/list-answers"
import { listCitations } from "./answers/list-citations"
import { listAudit } from "./audit/list"
import { archiveClient } from "./clients/archive"
import { createClient } from "./clients/create"
import { createAnnotation } from "./clients/create-annotation"
import { deleteAnnotation } from "./clients/delete-annotation"
import { getClient } from "./clients/get"
import { getClientOverview } from "./clients/get-overview"
import { getSummary } from "./clients/get-summary"
import { listClients } from "./clients/list"
import { listAnnotations } from "./clients/list-annotations"
import { pauseClient } from "./clients/pause"
import { queryClientMetrics } from "./clients/query-metrics"
import { restoreClient } from "./clients/restore"
import { resumeClient } from "./clients/resume"
import { updateClient } from "./clients/update"
import { getMcpSettings } from "./connections/get-settings"
import { listConnections } from "./connections/list"
import { listCalls } from "./connections/list-calls"
import { listIntegrations } from "./connections/list-integrations"
import { revokeConnection } from "./connections/revoke"
import { revokeAllConnections } from "./connections/revoke-all"
import { updateMcpSettings } from "./connections/update-settings"
import { connect } from "./data-sources/connect"
import { disconnectDataSource } from "./data-sources/disconnect"
import { getDataSource } from "./data-sources/get"
import { addCredentials } from "./data-sources/grants/add-credentials"
import { authorize } from "./data-sources/grants/authorize"
import { completeAuthorization } from "./data-sources/grants/complete-authorization"
import { listAccounts } from "./data-sources/grants/list-accounts"
import { listDataSources } from "./data-sources/list"
import { listCoverage } from "./data-sources/list-coverage"
import { listProviders } from "./data-sources/list-providers"
import { listSyncs } from "./data-sources/list-syncs"
import { pauseDataSource } from "./data-sources/pause"
import { resumeDataSource } from "./data-sources/resume"
import { syncNow } from "./data-sources/sync-now"
import { updateDataSource } from "./data-sources/update"
import { cancelUpload } from "./data-sources/uploads/cancel-upload"
import { getUpload } from "./data-sources/uploads/get-upload"
import { importFile } from "./data-sources/uploads/import-file"
import { previewImport } from "./data-sources/uploads/preview-import"
import { startUpload } from "./data-sources/uploads/start-upload"
import { uploadPart } from "./data-sources/uploads/upload-part"
import { copyAsCurl } from "./deliveries/copy-as-curl"
import { expungeMessage } from "./deliveries/expunge"
import { getDelivery } from "./deliveries/get"
import { listDeliveries } from "./deliveries/list"
import { resendDelivery } from "./deliveries/resend"
import { retryNow } from "./deliveries/retry-now"
import { getEvent } from "./events/get"
import { listEvents } from "./events/list"
import { archiveGoal } from "./goals/archive-goal"
import { createGoal } from "./goals/create-goal"
import { listGoals } from "./goals/list-goals"
import { restoreGoal } from "./goals/restore-goal"
import { updateGoal } from "./goals/update-goal"
import { getFirstSteps } from "./home/get-first-steps"
import { getPreviousVisit } from "./home/get-previous-visit"
import { getStatus } from "./home/get-status"
import { getTraffic } from "./home/get-traffic"
import { listClientLines } from "./home/list-client-lines"
import { listFailedScans } from "./home/list-failed-scans"
import { listImprovements } from "./home/list-improvements"
import { listOpenSignals } from "./home/list-open-signals"
import { listUpcoming } from "./home/list-upcoming"
import { recordVisit } from "./home/record-visit"
import { listChanges } from "./installation/list-changes"
import { listTeams } from "./installation/list-teams"
import { updateTeamAsOperator } from "./installation/update-team"
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
import { listCatalogue } from "./metrics/list-catalogue"
import { listDimensions } from "./metrics/list-dimensions"
import { getLoad } from "./operating/get-load"
import { changeEmail } from "./people/change-email"
import { changePassword } from "./people/change-password"
import { disconnectAccount } from "./people/disconnect-account"
import { endSession } from "./people/end-session"
import { getAccount } from "./people/get-account"
import { listSessions } from "./people/list-sessions"
import { requestEmailChange } from "./people/request-email-change"
import { signOutEverywhere } from "./people/sign-out-everywhere"
import { signUp } from "./people/sign-up"
import { updatePerson } from "./people/update"
import { cancelRecovery } from "./recoveries/cancel"
import { createRecovery } from "./recoveries/create"
import { getRecovery } from "./recoveries/get"
import { listRecoveries } from "./recoveries/list"
import { listCommentary } from "./reports/commentary/list-commentary"
import { setCommentary } from "./reports/commentary/set-commentary"
import { archiveReport } from "./reports/editing/archive"
import { createReport } from "./reports/editing/create"
import { listTemplates } from "./reports/editing/list-templates"
import { previewWidget } from "./reports/editing/preview-widget"
import { publishReport } from "./reports/editing/publish"
import { restoreReport } from "./reports/editing/restore"
import { unpublishReport } from "./reports/editing/unpublish"
import { updateReport } from "./reports/editing/update"
import { updateLayout } from "./reports/editing/update-layout"
import { getReport } from "./reports/get"
import { getReportData } from "./reports/get-data"
import { getWidgetData } from "./reports/get-widget-data"
import { listReports } from "./reports/list"
import { listDataThrough } from "./reports/list-data-through"
import { getLogo } from "./reports/sender/get-logo"
import { getSender } from "./reports/sender/get-sender"
import { updateSender } from "./reports/sender/update-sender"
import { createShareLink } from "./reports/sharing/create-share-link"
import { getShared } from "./reports/sharing/get-shared"
import { getSharedLogo } from "./reports/sharing/get-shared-logo"
import { listShareLinks } from "./reports/sharing/list-share-links"
import { listShareSummaries } from "./reports/sharing/list-share-summaries"
import { revokeShareLink } from "./reports/sharing/revoke-share-link"
import { cancelScan } from "./scans/cancel"
import { createScan } from "./scans/create"
import { estimateScan } from "./scans/estimate"
import { getScan } from "./scans/get"
import { getScanOverview } from "./scans/get-overview"
import { getProgress } from "./scans/get-progress"
import { getSpend } from "./scans/get-spend"
import { listScans } from "./scans/list"
import { listTasks } from "./scans/list-tasks"
import { setSpendCap } from "./scans/set-spend-cap"
import { completeArgument } from "./search/complete"
import { fetchRecord } from "./search/fetch"
import { searchRecords } from "./search/find"
import { listRecent } from "./search/list-recent"
import { getSentimentModel } from "./sentiment/get-sentiment-model"
import { setUpSentimentModel } from "./sentiment/set-up-sentiment-model"
import { createSignalRule } from "./signal-rules/create"
import { deleteSignalRule } from "./signal-rules/delete"
import { listSignalRules } from "./signal-rules/list"
import { updateSignalRule } from "./signal-rules/update"
import { acknowledgeSignals } from "./signals/acknowledge"
import { addNote } from "./signals/add-note"
import { backtest } from "./signals/backtest"
import { countByType } from "./signals/count-by-type"
import { dismissSignals } from "./signals/dismiss"
import { getSignal } from "./signals/get"
import { getContributions } from "./signals/get-contributions"
import { getNeighbors } from "./signals/get-neighbors"
import { getSignalOverview } from "./signals/get-overview"
import { getSeries } from "./signals/get-series"
import { listSignals } from "./signals/list"
import { listDigests } from "./signals/list-digests"
import { listEntries } from "./signals/list-entries"
import { reopenSignals } from "./signals/reopen"
import { resolveSignals } from "./signals/resolve"
import { setDigest } from "./signals/set-digest"
import { snoozeSignals } from "./signals/snooze"
import { unsubscribe } from "./signals/unsubscribe"
import { updateSignal } from "./signals/update"
import { acceptInvitation } from "./teams/accept-invitation"
import { changePlan } from "./teams/change-plan"
import { changeRole } from "./teams/change-role"
import { createTeam } from "./teams/create"
import { getTeam } from "./teams/get"
import { getInvitation } from "./teams/get-invitation"
import { getOverview } from "./teams/get-overview"
import { invite } from "./teams/invite"
import { leaveTeam } from "./teams/leave"
import { listInvitations } from "./teams/list-invitations"
import { listMembers } from "./teams/list-members"
import { listMyTeams } from "./teams/list-mine"
import { listPlans } from "./teams/list-plans"
import { removeMember } from "./teams/remove-member"
import { revokeInvitation } from "./teams/revoke-invitation"
import { updateTeam } from "./teams/update"
import { sendTest } from "./test-events/send-test"
import { getMe } from "./usage/get-me"
import { getGlossary } from "./visibility/get-glossary"
import { getMetrics } from "./visibility/get-metrics"
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
import { updateWebhook } from "./webhooks/update"

export const operations = {
  audit: { list: listAudit },
  home: {
    getFirstSteps,
    getPreviousVisit,
    getStatus,
    getTraffic,
    listClientLines,
    listFailedScans,
    listImprovements,
    listOpenSignals,
    listUpcoming,
    recordVisit,
  },
  clients: {
    list: listClients,
    get: getClient,
    getOverview: getClientOverview,
    create: createClient,
    update: updateClient,
    pause: pauseClient,
    resume: resumeClient,
    archive: archiveClient,
    restore: restoreClient,
    queryMetrics: queryClientMetrics,
    getSummary,
    listGoals,
    createGoal,
    updateGoal,
    archiveGoal,
    restoreGoal,
    listAnnotations,
    createAnnotation,
    deleteAnnotation,
  },
  metrics: { list: listMetrics, listDimensions, listCatalogue },
  dataSources: {
    list: listDataSources,
    get: getDataSource,
    listSyncs,
    listCoverage,
    listProviders,
    authorize,
    completeAuthorization,
    addCredentials,
    listAccounts,
    connect,
    update: updateDataSource,
    pause: pauseDataSource,
    resume: resumeDataSource,
    disconnect: disconnectDataSource,
    syncNow,
    startUpload,
    uploadPart,
    previewImport,
    importFile,
    getUpload,
    cancelUpload,
  },
  reports: {
    list: listReports,
    get: getReport,
    getData: getReportData,
    getWidgetData,
    listTemplates,
    create: createReport,
    update: updateReport,
    updateLayout,
    previewWidget,
    publish: publishReport,
    unpublish: unpublishReport,
    archive: archiveReport,
    restore: restoreReport,
    setCommentary,
    listCommentary,
    createShareLink,
    listShareLinks,
    listShareSummaries,
    listDataThrough,
    revokeShareLink,
    getShared,
    getSharedLogo,
    getSender,
    updateSender,
    getLogo,
  },
  aiVisibility: {
    listProjects,
    listProjectNames,
    getProject,
    createProject,
    updateProject,
    setSourceType,
    getMetrics,
    getGlossary,
    listBrands,
    getBrandExamples,
    createBrand,
    updateBrand,
    listSuggestedBrands,
    listPrompts,
    getPrompt,
    checkPrompts,
    createPrompts,
    updatePrompt,
    updatePrompts,
    listTopics,
    createTopic,
    updateTopic,
    deleteTopic,
    listEngines,
    listEngineSettings,
    setUpEngine,
    listEnginePrices,
    setEnginePrice,
    deleteEnginePrice,
    getSentimentModel,
    setUpSentimentModel,
    testEngine,
    listAnswers,
    getAnswer,
    listCitations,
    getSource,
    getCitedPages,
    getSourceBrands,
    getSourceChanges,
    getSourceClasses,
  },
  scans: {
    list: listScans,
    get: getScan,
    getOverview: getScanOverview,
    getProgress,
    listTasks,
    estimate: estimateScan,
    create: createScan,
    cancel: cancelScan,
    getSpend,
    setSpendCap,
  },
  signals: {
    list: listSignals,
    get: getSignal,
    getOverview: getSignalOverview,
    listEntries,
    acknowledge: acknowledgeSignals,
    snooze: snoozeSignals,
    reopen: reopenSignals,
    resolve: resolveSignals,
    dismiss: dismissSignals,
    update: updateSignal,
    addNote,
    getSeries,
    getContributions,
    getNeighbors,
    countByType,
    backtest,
    listDigests,
    setDigest,
    unsubscribe,
  },
  signalRules: {
    list: listSignalRules,
    create: createSignalRule,
    update: updateSignalRule,
    delete: deleteSignalRule,
  },
  search: { find: searchRecords, fetch: fetchRecord, complete: completeArgument, listRecent },
  connections: {
    getSettings: getMcpSettings,
    list: listConnections,
    listCalls,
    listIntegrations,
    revoke: revokeConnection,
    revokeAll: revokeAllConnections,
    updateSettings: updateMcpSettings,
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
    resend: resendDelivery,
    retryNow,
    copyAsCurl,
    expunge: expungeMessage,
  },
  recoveries: { list: listRecoveries, get: getRecovery, create: createRecovery, cancel: cancelRecovery },
  usage: { getMe },
  installation: { listTeams, updateTeam: updateTeamAsOperator, listChanges },
  operating: { getLoad },
  people: {
    signUp,
    getAccount,
    update: updatePerson,
    changePassword,
    requestEmailChange,
    changeEmail,
    listSessions,
    endSession,
    signOutEverywhere,
    disconnectAccount,
  },
  teams: {
    listMine: listMyTeams,
    create: createTeam,
    get: getTeam,
    getOverview,
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
