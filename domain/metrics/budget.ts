/** Recognizes budgets, which are goals that limit the ad spend, and defines which forecasts are on plan. */

type BudgetTerms = { metric: string; comparator: "at_least" | "at_most" }

export const isBudget = ({ metric, comparator }: BudgetTerms) => metric === "ad_spend" && comparator === "at_most"

/** Forecasts between these shares of the budget are on plan. A forecast far below a budget is off plan too. */
export const maxBudgetShare = 1.1
export const minBudgetShare = 0.85
