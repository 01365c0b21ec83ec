#include <credence/study/feature_pictures.hpp>

namespace credence {

template std::vector<FeaturePicture> feature_pictures(const Posterior<Model>&, const Table&,
                                                      const PictureOptions&, std::string_view);

}  // namespace credence
