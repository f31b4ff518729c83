enum TimeAction {
  case wait(DatumPlan)
  case every(EveryPlan)
}

struct EveryPlan {
  let interval: DatumPlan
  let steps: [StepPlan]
  let until: FormulaPlan?
}
